import { createOlt, startDevice } from '@linecard/simulator'
import type { Compressed } from './installation.ts'

/** A simulated ZTE OLT whose ONUs come, go and change by its clock. */
export interface PlayedOlt {
  setAhead(ms: number): void
  /** Adds it to the inventory. */
  add(installation: Compressed): Promise<void>
  stop(): Promise<unknown>
}

const ip = '127.59.0.1'

export async function playOlt(onusPerPort: number): Promise<PlayedOlt> {
  let aheadMs = 0
  const clock = { now: () => Date.now() + aheadMs }
  const olt = createOlt({ vendor: 'zte', model: 'C320', name: 'olt', ip, clock, onusPerPort })
  const device = await startDevice({ ip, port: 0, mib: olt.mib })
  return {
    setAhead(ms) {
      aheadMs = ms
    },
    async add({ request }) {
      const good = async (path: string, body: object) => {
        const answer = await request('POST', path, body)
        if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
        return answer.body.data as { id: number; model: { id: number } }
      }
      const { id: access_id } = await good('/device-access', {
        name: 'olt',
        public_community: 'public',
        params: { sw_core_connection: { snmp_port: device.port, snmp_timeout_sec: 2, snmp_repeats: 2 } },
      })
      const { model } = await good('/device-detect', { ip, access_id })
      await good('/device', { ip, name: 'olt', access_id, model_id: model.id })
    },
    stop: () => device.stop(),
  }
}
