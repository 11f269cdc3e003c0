/** The thread of a living copy. It ends with the rehearsal, and nothing of the copy stays. */
import { parentPort, workerData } from 'node:worker_threads'
import { copyOf, runningConfiguration, startDevice, type DeviceCopy } from '@linecard/simulator'
import { unifiedDiff } from '@linecard/template-kit/diff'
import type { CopyOrder, CopyPlan, CopyReport, Difference } from './orders.ts'

const port = parentPort!
const tell = (report: CopyReport): void => {
  port.postMessage(report)
}

/** Equal texts are kept once: the configuration of a large OLT has megabytes. */
const keep = (kept: Map<string, string>, name: string, text: string): void => {
  kept.set(name, [...kept.values()].find(one => one === text) ?? text)
}

function compared(kept: ReadonlyMap<string, string>, before: string, after: string): Difference {
  const [old, now] = [kept.get(before) ?? '', kept.get(after) ?? '']
  return { equal: old === now, unified: unifiedDiff('configuration', [old, now], [before, after]) }
}

async function play({ device, model, not_copied }: DeviceCopy, { ip, secrets }: CopyPlan): Promise<void> {
  const { login, password, enable, read, write } = secrets
  const running = await startDevice({
    ip,
    port: 0,
    simulated: device,
    communities: { read, write },
    console: { telnet: 0, login, password, ...(enable !== null && { enable }) },
  })
  const kept = new Map<string, string>()
  port.on('message', (order: CopyOrder) => {
    const { id } = order
    try {
      if ('keep' in order) keep(kept, order.keep, runningConfiguration(device))
      tell({ id, difference: 'keep' in order ? null : compared(kept, order.before, order.after) })
    } catch (error) {
      tell({ id, error: error instanceof Error ? error.message : String(error) })
    }
  })
  tell({ ready: { snmp: running.port, telnet: running.console!.telnet!, model, not_copied } })
}

const plan = workerData as CopyPlan
const copy = copyOf(plan.stored, plan.ip)
// The answers of a large OLT take as much memory as its copy.
plan.stored.answers = {}
if (copy) await play(copy, plan)
else tell({ none: true })
