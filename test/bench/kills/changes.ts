import { until } from '@linecard/test-kit'
import type { KilledSwitch } from './world.ts'
import type { StartWorkload } from './workload.ts'

interface Cut {
  text: string
  path: string
  body: object
}
interface Row {
  id: number
  status: string
  text: string
}

/**
 * Descriptions of ports, each with a text of its own and an Idempotency-Key. A client repeats a change that
 * was cut with the same key, and verifies it if its outcome is unknown.
 */
export const changes: StartWorkload = ({ ask, switches, sets, database }) => {
  const acknowledged = new Set<string>()
  let open: Cut[] = []
  let [number, cuts] = [0, 0]
  const unsettled: string[] = []

  const send = ({ text, path, body }: Cut) => ask('POST', path, body, { 'idempotency-key': text })
  async function workAt({ id, ports }: KilledSwitch, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const text = `kill-${++number}`
      const one = {
        text,
        path: `/switcher-core/device/ctrl_port_descr/${id}`,
        body: { interface: ports[number % ports.length], description: text },
      }
      const answer = await send(one)
      if (answer?.status === 200) acknowledged.add(text)
      else {
        open.push(one)
        if (!answer) return
      }
    }
  }
  async function settle(one: Cut): Promise<void> {
    const answer = await until(
      `${one.text} is decided`,
      async () => {
        const found = await send(one)
        // The process that had it is dead, but another request may be at work on the device.
        return found && found.status !== 409 && found.status !== 503 ? found : null
      },
      { timeoutMs: 20_000, everyMs: 200 },
    )
    if (answer.status === 200) return void acknowledged.add(one.text)
    const details = (answer.body.error?.details ?? []) as { path: string; record?: number }[]
    const record = details.find(({ path }) => path === 'record')?.record
    if (record === undefined) return void unsettled.push(`${one.text}: ${JSON.stringify(answer.body)}`)
    const verified = await ask('POST', `/logs/actions/${record}/verify`)
    const again = await send(one)
    if (again?.status === 200) acknowledged.add(one.text)
    else unsettled.push(`${one.text}: ${JSON.stringify([verified?.body, again?.body])}`)
  }
  const rows = async (): Promise<Row[]> =>
    (
      await database.admin.query<Row>(
        `select id, status, changes->0->'args'->>'description' as text from system_action where changes is not null`,
      )
    ).rows

  return {
    name: 'changes',
    done: () => acknowledged.size,
    work: async signal => {
      await Promise.all(switches.map(one => workAt(one, signal)))
    },
    async resume() {
      cuts += open.length
      const mine = open
      open = []
      for (const one of mine) await settle(one)
    },
    async findings() {
      for (const line of unsettled.slice(0, 10)) console.log(`not settled: ${line}`)
      const recorded = Map.groupBy(await rows(), ({ text }) => text)
      const made = Map.groupBy(sets(), ({ value }) => value)
      const ended = new Set(['SUCCESS', 'DONE'])
      const successes = (text: string) =>
        (recorded.get(text) ?? []).filter(({ status }) => ended.has(status)).length
      return {
        done: acknowledged.size,
        cut: cuts,
        missing: [...acknowledged].filter(text => successes(text) === 0).length + unsettled.length,
        unrecorded: [...made.keys()].filter(text => !recorded.has(text)).length,
        duplicates:
          [...made.values()].filter(({ length }) => length > 1).length +
          [...recorded.keys()].filter(text => successes(text) > 1).length,
      }
    },
  }
}
