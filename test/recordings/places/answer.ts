import { DeviceError, type Missing } from '@linecard/driver-kit'
import type { Recording } from '@linecard/driver-kit/recording'
import { replaySession } from '@linecard/driver-kit/testing'
import type { Device } from '../mutated/devices.ts'

/** What one module says of a recording, and what it read for that. */
export interface Answer {
  data: unknown
  text: string
  /** MAC addresses, each as often as it stands there. */
  macs: string[]
  reports: readonly Missing[]
  /** Columns that the module has read. */
  asked: ReadonlySet<string>
}

const form = /"(?:[0-9A-F]{2}:){5}[0-9A-F]{2}"/g
/** Null: the module fails with an error of the device. */
export async function answerOf(device: Device, recording: Recording, module: string): Promise<Answer | null> {
  const session = replaySession(recording, device.known, device.options)
  const { columns } = session.snmp
  const asked = new Set<string>()
  Object.assign(session.snmp, {
    columns: (...[oids, options]: Parameters<typeof columns>) => {
      for (const oid of oids) asked.add(oid)
      return columns(oids, options)
    },
  })
  try {
    const data = await device.known.modules.get(module)!.run(session, device.args[module] ?? {})
    const text = JSON.stringify(data)
    return { data, text, macs: text.match(form) ?? [], reports: session.reports, asked }
  } catch (error) {
    if (!(error instanceof DeviceError)) throw error
    return null
  }
}
