"""How a call is ended by a signal, as batch systems do."""

import signal
from queue import SimpleQueue
from threading import Thread, current_thread, main_thread


def handle_apart(number: int) -> None:
    """Have what handles a signal do so in a thread of its own.

    Python runs handlers in the main thread, in the midst of what it does. Snakemake's
    of SIGTERM (9.27) takes the scheduler's lock, which the main thread holds while it
    looks after finished jobs: the call would wait for itself, for ever.
    """
    handler = signal.getsignal(number)
    # signals are the main thread's alone; others have no handler in Python
    if not callable(handler) or current_thread() is not main_thread():
        return
    arrived = SimpleQueue()  # its put may interrupt another

    def wait() -> None:
        while True:
            handler(arrived.get(), None)

    Thread(target=wait, daemon=True).start()
    signal.signal(number, lambda number, _: arrived.put(number))
