"""A signal's handler may take a lock that the main thread holds."""

import signal
import threading

import pytest

from quaver.engine.ending import handle_apart

LONG = 20  # seconds a thread may take


@pytest.fixture
def handled_by():
    """Set what handles a signal; how it was handled before comes back."""
    before = signal.getsignal(signal.SIGUSR1)
    yield lambda handler: signal.signal(signal.SIGUSR1, handler)
    signal.signal(signal.SIGUSR1, before)


def test_a_handler_waits_for_the_lock_of_the_main_thread(handled_by):
    lock, taken = threading.Lock(), threading.Semaphore(0)
    seen = []

    def take(number, _):
        if lock.acquire(timeout=LONG):
            seen.append((number, threading.current_thread()))
            lock.release()
        taken.release()

    handled_by(take)
    handle_apart(signal.SIGUSR1)
    for count in (1, 2):  # it goes on handling
        with lock:
            signal.raise_signal(signal.SIGUSR1)
            assert len(seen) < count
        assert taken.acquire(timeout=LONG)
    numbers, threads = zip(*seen, strict=True)
    assert numbers == (signal.SIGUSR1,) * 2
    assert threading.main_thread() not in threads


def test_what_nobody_handles_stays_as_it_is(handled_by):
    for usual in (signal.SIG_DFL, signal.SIG_IGN):
        handled_by(usual)
        handle_apart(signal.SIGUSR1)
        assert signal.getsignal(signal.SIGUSR1) is usual


def test_a_thread_that_may_set_no_handler_sets_none(handled_by):
    handled_by(print)
    other = threading.Thread(target=handle_apart, args=(signal.SIGUSR1,))
    other.start()
    other.join()
    assert signal.getsignal(signal.SIGUSR1) is print
