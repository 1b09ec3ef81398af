# What stands of a study from before: whether Snakemake knows how it was made, and when.
import base64
from contextlib import suppress
from itertools import chain

SKEW = 60  # seconds by which clocks of machines may differ
METADATA = Path(".snakemake/metadata")


def is_known(file):
    """Tell whether Snakemake remembers how a file was made."""
    name = base64.urlsafe_b64encode(str(file).encode()).decode()
    return len(name) <= 250 and (METADATA / name).is_file()


def stands(study):
    """Tell whether the file of the study says what the study in force says."""
    return study_there(study) == WRITTEN


def study_there(study):
    """What a file of a study says; nothing where it is missing or no whole study."""
    file = Path(study)
    try:
        said = yaml.safe_load(file.read_text("utf-8")) if file.is_file() else None
    except (yaml.YAMLError, UnicodeDecodeError):
        said = None
    return said if isinstance(said, dict) else {}


def refuse_unknown():
    """Without its memory (.snakemake) Snakemake takes what stands for what is asked.

    It would miss a change of the study, so this is refused; of the code it is told.
    """
    written = f"{ROOT}/study.yaml"
    made = chain(
        [written], *(map(f"{ROOT}/{{}}".format, FILES[rule]) for rule in FILES)
    )
    if not Path(written).is_file() or any(map(is_known, made)):
        return
    cure = f"snakemake -c1 --touch --forceall --configfile {written}"
    if not stands(written):
        raise WorkflowError(
            f"Snakemake does not know how {ROOT} was made: .snakemake is lost, and the "
            f"study is not the one there. Tell it with '{cure}', then run this again."
        )
    print(
        f"Snakemake does not know how {ROOT} was made: .snakemake is lost. What stands "
        f"counts as made by this code; '{cure}' has that remembered.",
        file=sys.stderr,
    )


def dated():
    """Files of the study's results with their time stamps in nanoseconds."""
    for folder, _, names in os.walk(ROOT):
        for file in (Path(folder, name) for name in names):
            with suppress(FileNotFoundError):  # a job that was left alone may end
                yield file.lstat().st_mtime_ns, file


def date_anew():
    """Date what is dated in the future: what is made of it would never be newer.

    That happens where a clock was wrong. The files keep their order.
    """
    now = time.time_ns()
    late = [one for one in dated() if one[0] > now + SKEW * 10**9]
    late.sort(reverse=True)
    for place, (_, file) in enumerate(late):
        try:
            os.utime(file, ns=(now - 1000 * place,) * 2)
        except OSError as error:
            raise WorkflowError(complaint(error, ROOT) or str(error)) from None
    if late:
        print(
            f"{len(late)} files of {ROOT} were dated in the future: they are dated now."
        )


if workflow.is_main_process and not {"--touch", "-t"} & set(sys.argv):
    refuse_unknown()
