import { interfaceCounters, linkInfo } from '@linecard/driver-kit/modules'
import type { Equipment, Target } from '@linecard/plugin-kit'
import generic from '../../../drivers/generic/src/index.ts'
import { createEquipment, memoryStore, openSnmp, settingsWith } from '../../../core/equipment/src/library.ts'

/** What the pollers `counters` and `interfaces_status` ask. */
export const modules = [interfaceCounters, linkInfo]

const silentLog = { debug() {}, info() {}, warn() {}, error() {} }

export interface InProcess {
  equipment: Equipment & { close(): Promise<void> }
  /** Columns that the polls have walked so far. */
  columns: ReadonlySet<string>
}

/** The equipment package in this process. Nothing is stored. */
export function inProcess(): InProcess {
  const columns = new Set<string>()
  const equipment = createEquipment({
    drivers: [generic],
    log: silentLog,
    store: { ...memoryStore(1), write: async () => undefined },
    settings: settingsWith({ allow_loopback: true, poll_devices: 2000 }),
    openSnmp(options) {
      const connection = openSnmp(options)
      return {
        ...connection,
        until(signal, budget, attempts) {
          const session = connection.until(signal, budget, attempts)
          return {
            ...session,
            columns(oids, more) {
              for (const oid of oids) columns.add(oid)
              return session.columns(oids, more)
            },
          }
        },
      }
    },
  })
  return { equipment, columns }
}

export const targetOf = (ip: string, at: number, port: number): Target => ({
  deviceId: at + 1,
  ip,
  modelKey: 'generic_snmp',
  snmp: { version: '2c', port, timeoutMs: 4000, retries: 2, community: 'public', writeCommunity: 'public' },
})

/** The columns that a poll of this switch walks. */
export async function columnsOf(ip: string, port: number): Promise<string[]> {
  const { equipment, columns } = inProcess()
  try {
    await equipment.poll(targetOf(ip, 0, port), modules)
  } finally {
    await equipment.close()
  }
  return [...columns]
}
