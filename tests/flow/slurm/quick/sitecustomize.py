"""Look after Slurm's jobs every second, in the process that submits them.

The plugin waits ten seconds longer each time nothing has finished: here jobs take few.
Python imports this by itself where the folder stands in PYTHONPATH.
"""

import asyncio
import sys

if "--workflow-profile" in sys.orig_argv:
    from snakemake_interface_executor_plugins.executors.remote import RemoteExecutor

    async def second(self):
        await asyncio.sleep(1)

    RemoteExecutor.sleep = second
