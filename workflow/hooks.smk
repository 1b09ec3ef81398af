# What is done when a run starts, succeeds or fails, beside the jobs themselves.
import fcntl
import platform

from snakemake_logger_plugin_quaver import settle

HELD = Path(f"{ROOT}/logs/running")
HOLDING = []


def stop_thread_leak():
    """Snakemake's rate limiter leaves a thread per job (snakemake 2967, 3804)."""
    if hasattr(workflow.scheduler, "job_rate_limiter"):
        workflow.scheduler.job_rate_limiter = None


def undone():
    """Files of the study this call has yet to make, or has failed to."""
    jobs = workflow.dag.needrun_jobs()
    return sorted({str(file) for job in jobs for file in job.output})


def announce():
    """Refuse a study that runs already; say when runs_per_job lays models out anew."""
    settle()
    refuse_missing_sets()
    refuse_missing_lists()
    refuse_unfinished()
    if undone():
        claim()
        cancel_orphans()
    remember_contents()
    date_anew()
    tell_upgrades()
    known = study_there(rules.write_study.output.study).get("runs_per_job")
    if known not in (None, STUDY.runs_per_job):
        print(
            f"runs_per_job was {known} and is {STUDY.runs_per_job}: "
            "the models are laid out and trained anew."
        )


# What is made anew in a moment does not make a study unfinished.
REMADE = "write_study make_tables draw_figures summarise write_methods archive".split()
REMADE += ["list_neighbours", "write_index"]


def refuse_unfinished():
    """Who asks for an archive alone does not mean to train what is missing."""
    planned = [job.rule.name for job in workflow.dag.needrun_jobs()]
    lacking = [name for name in planned if name not in REMADE]
    if "archive" in planned and "all" not in planned and lacking:
        raise WorkflowError(
            f"The study {STUDY.study} is not finished, {len(lacking)} jobs are still "
            "to be done: run snakemake first, then snakemake archive."
        )


def tell_upgrades():
    """Say of which packages models that are trained anew had other versions."""
    jobs = workflow.dag.needrun_jobs()
    records = (job.output.record for job in jobs if job.rule.name == "train_block")
    record = next(filter(os.path.isfile, records), None)
    if record is None:
        return
    try:
        made = json.loads(Path(record).read_text("utf-8"))["provenance"]["versions"]
    except (ValueError, KeyError, TypeError) as error:
        print(f"{record} is not a whole record ({error}).")
        return
    for change in upgraded(json.loads(made)):
        print(
            f"{change}: what it computes is made anew, so that all runs are of one "
            "version. (To keep what stands: the same command with --touch, once.)"
        )


def claim():
    """Hold the study for as long as this process lives; two would undo each other.

    Snakemake's own lock outlives a killed process, so the profile is without it.
    """
    try:
        HELD.parent.mkdir(parents=True, exist_ok=True)
        held = HELD.open("a+")
    except OSError as error:
        raise WorkflowError(complaint(error, ROOT) or str(error)) from None
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        held.seek(0)
        raise WorkflowError(
            f"The study {STUDY.study} runs already ({held.read().strip()}): "
            "wait for it, or end it and start again."
        ) from None
    except OSError:
        print(f"This disk has no locks: take care to run {STUDY.study} once at a time.")
    try:
        held.truncate(0)
        held.write(f"process {os.getpid()} on {platform.node()}\n")
        held.flush()
    except OSError as error:
        raise WorkflowError(complaint(error, ROOT) or str(error)) from None
    HOLDING.append(held)  # closed, and so let go, when the process ends


def show_findings():
    """Print what was found, and what became of claims, when this call has made it."""
    settle()
    claims = sorted(Path(ROOT).glob("papers/*/claims.txt"))
    texts = [Path(f"{ROOT}/tables/findings.txt"), *claims]
    new = [path for path in texts if path.is_file() and path.stat().st_mtime > STARTED]
    for path in new:
        print(path.read_text(encoding="utf-8"))
    if new:
        made = [f"{ROOT}/{name}" for name in ("README.md", "tables", "figures")]
        print("Look at", *filter(os.path.exists, made))


def show_reasons():
    """Say last why jobs of this call failed, each reason once."""
    logs = Path(f"{ROOT}/logs").rglob("*.log")
    new = sorted(log for log in logs if log.stat().st_mtime > STARTED)
    texts = [log.read_text("utf-8", errors="replace") for log in new]
    lines = [line for text in texts for line in text.splitlines()]
    reasons = list(dict.fromkeys(x for x in lines if x.startswith("Failed: ")))
    print(*reasons[:5], *["..."] * (len(reasons) > 5), sep="\n")


STOPPED = (
    "Terminating processes on user request",
    "Will exit after finishing currently running jobs",
)


def count_failures(logs):
    """Make tables and summary of what there is; failed trainings are counted there."""
    settle()
    said = "".join(Path(log).read_text("utf-8", errors="replace") for log in logs)
    if any(sentence in said for sentence in STOPPED):
        print("Interrupted: the same command goes on where this one stopped.")
        return
    if is_nearly_full(ROOT):
        print(f"Failed: {full(ROOT)}")
        return
    study, missing = rules.write_study.output.study, undone()
    if not stands(study):
        return
    listed = Path(f"{ROOT}/logs/undone.json")
    listed.parent.mkdir(parents=True, exist_ok=True)
    listed.write_text(json.dumps(missing))
    lists = [*rules.list_neighbours.output.tables, ""]
    ends = {
        "list_neighbours": (lists[0], []),
        "make_tables": (rules.make_tables.output.findings, trust_made(None)),
        **{name: (f"{ROOT}/papers/{name}/claims.txt", []) for name in PAPERS},
        "summarise": (rules.summarise.output.summary, tables_made(None)),
        "write_methods": (rules.write_methods.output.methods, [CITATION]),
        "write_index": (rules.write_index.output.index, []),
    }
    broken = False  # then tables that stand may be of an earlier study
    for stage, (output, others) in ends.items():
        if output in missing and not (broken and stage == "summarise"):
            given = ["--spec", spec({"paper": stage})] if stage in PAPERS else []
            stage = "replicate" if stage in PAPERS else stage
            command = [sys.executable, "-m", f"quaver.stages.{stage}", *given]
            command += ["--undone", listed, "--output", output]
            command += ["--input", study, *others]
            broken |= subprocess.run(command, check=False).returncode != 0
    # They stand, but are to be made again: not of all that the study asks for.
    for job in workflow.dag.needrun_jobs():
        if job.rule.name.removeprefix("replicate_") in ends:
            workflow.persistence.started(job)
    show_findings()
    show_reasons()


onstart:
    stop_thread_leak()
    announce()


onsuccess:
    show_findings()


onerror:
    count_failures(log)
