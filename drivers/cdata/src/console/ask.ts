import { DeviceError, type Session } from '@linecard/driver-kit'
import type { Interface } from '@linecard/driver-kit/modules'
import type { Olt } from '@linecard/driver-kit/onus'
import { refusals } from '../cli.ts'
import { onuAt } from '../fdb.ts'
import { parseName } from '../names.ts'

const empty = /there (?:is|are) no\b/i

/**
 * The output of a command that shows a list. An OLT refuses with the same word "Error" with which it says
 * that the list is empty.
 * @throws DeviceError CommandRejected for any other refusal
 */
export async function listed(session: Session, command: string, mode = 'config'): Promise<string> {
  const output = await session.cli.run(command, { lenient: true, mode })
  const refused = output.split('\n').find(line => refusals.some(pattern => pattern.test(line)))
  if (refused !== undefined && !empty.test(refused))
    throw new DeviceError('CommandRejected', `The OLT refused "${command}": ${refused.trim().slice(0, 200)}`)
  return output
}

/** The ONU or the port with this name in an output; null for a port that the device does not have. */
export function named(
  olt: Olt,
  ports: ReadonlyMap<number, Interface>,
  name: string,
  onu: number | null,
): Interface | null {
  const place = parseName(name)
  if (!place) return null
  if (place.kind === 'pon') {
    const number = onu ?? place.onu
    if (number !== null) return onuAt(olt, ports, { ...place, onu: number })
    const id = olt.places.keyOf({ ...place, onu: null })
    return id === null ? null : (ports.get(id) ?? null)
  }
  return (
    [...ports.values()].find(({ name: own }) => {
      const other = parseName(own)
      return other?.kind === place.kind && other.slot === place.slot && other.port === place.port
    }) ?? null
  )
}
