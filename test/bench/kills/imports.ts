import { until } from '@linecard/test-kit'
import type { StartWorkload } from './workload.ts'

interface Report {
  id: number
  status: string
  done: number
}

/** Lines of one file: some batches, so that a kill meets it between two of them or inside one. */
const linesOfFile = 3_000

/**
 * Imports of devices, one after the other. A client resumes what was interrupted, and sends a file again that
 * did not arrive whole. In the end each file is there once, and each device has one line that added it.
 */
export const imports: StartWorkload = ({ ask, database }) => {
  const ids: number[] = []
  let [number, cut] = [0, 0]
  let open: { text: string; id: number | null } | null = null

  const fileOf = (nth: number) =>
    [
      'ip,ro community,model key,enabled',
      ...Array.from(
        { length: linesOfFile },
        (_, n) =>
          `127.${200 + Math.floor(nth / 16)}.${(nth % 16) * 16 + (n >> 8)}.${n & 255},c,generic_snmp,false`,
      ),
    ].join('\n')
  const isOpen = ({ status }: Report) => status === 'running' || status === 'receiving'
  const see = async (id: number) =>
    (await ask('GET', `/device/import/${id}?limit=1`))?.body.data as Report | undefined

  async function send(text: string): Promise<number | null> {
    open = { text, id: null }
    const answer = await ask('POST', '/device/import', text, { prefer: 'wait=0' })
    open.id = answer && answer.status < 300 ? (answer.body.data as Report).id : null
    return open.id
  }
  async function follow(id: number, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const report = await see(id)
      if (!report) return
      if (!isOpen(report)) {
        ids.push(id)
        open = null
        return
      }
      await new Promise(resolve => setTimeout(resolve, 50))
    }
  }

  return {
    name: 'imports',
    async work(signal) {
      while (!signal.aborted) {
        const id = await send(fileOf(number++))
        if (id === null) return
        await follow(id, signal)
      }
    },
    async resume() {
      if (!open) return
      cut++
      // The answer to the file may have been cut: its import is the newest.
      const newest = await database.admin.query<{ id: number }>(
        `select id from inventory_import where status <> 'failed' and not id = any ($1) order by id desc limit 1`,
        [ids],
      )
      const id = open.id ?? newest.rows[0]?.id ?? (await send(open.text))
      const ended = await until(
        `import ${id} ends`,
        async () => {
          const report = await see(id!)
          if (report?.status === 'interrupted') await ask('POST', `/device/import/${id}/resume`, {})
          return report && !isOpen(report) && report.status !== 'interrupted' ? report : null
        },
        { timeoutMs: 60_000, everyMs: 200 },
      )
      if (ended.status !== 'failed') ids.push(id!)
      else {
        const again = await send(open.text)
        if (again !== null) await follow(again, new AbortController().signal)
      }
      open = null
    },
    async findings() {
      const { rows } = await database.admin.query<{
        missing: number
        unrecorded: number
        duplicates: number
      }>(
        `with added as (
           select ip, count(*) as times from inventory_import_row where result = 'added' group by ip
         ), device as (
           select host(ip) as ip from inventory_device where ip << '127.200.0.0/13'
         )
         select (select count(*)::int from added left join device using (ip) where device.ip is null)
             + (select count(*)::int from inventory_import where total is not null and status = 'done'
                and total <> (select count(*) from inventory_import_row where import_id = id)) as missing,
           (select count(*)::int from device left join added using (ip) where added.ip is null) as unrecorded,
           (select count(*)::int from added where times > 1) as duplicates`,
      )
      const { rows: whole } = await database.admin.query<{ devices: number }>(
        `select count(*)::int as devices from inventory_device where ip << '127.200.0.0/13'`,
      )
      const half = whole[0]!.devices === ids.length * linesOfFile ? 0 : 1
      return { done: ids.length, cut, ...rows[0]!, missing: rows[0]!.missing + half }
    },
  }
}
