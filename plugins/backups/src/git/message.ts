import { oneLine, personName, type NamedDevice } from '../names/paths.ts'
import type { Person } from './repository.ts'

/** A version that is exported. */
export interface ExportedVersion {
  id: string
  first_seen: Date
  /** Null: unknown. */
  changed_by: string | null
  changed_how: 'action' | 'syslog' | null
  /** Null: it is the first one. */
  lines_added: number | null
  lines_removed: number | null
  lines: number
}

const seconds = (time: Date) => Math.floor(time.getTime() / 1000)
const lines = (count: number) => `${count} line${count === 1 ? '' : 's'}`

export const linecard = (time: Date): Person => ({
  name: 'Linecard',
  email: 'linecard@linecard.invalid',
  timestamp: seconds(time),
})

/** Who changed it, as far as is known. Addresses under `.invalid` reach nobody (RFC 2606). */
export function authorOf({ changed_by: by, first_seen: seen }: ExportedVersion): Person {
  if (by === null) return linecard(seen)
  const name = personName(by)
  const local = name.toLowerCase().replace(/[^a-z0-9._-]+/g, '-')
  return { name, email: `${local}@linecard.invalid`, timestamp: seconds(seen) }
}

const how = { action: 'action log', syslog: 'syslog of the device' } as const

/** The message of the commit of a version. Its last lines tell which version it is. */
export function messageOf(device: NamedDevice, version: ExportedVersion): string {
  const name = oneLine(device.name) || device.ip
  const { changed_by: by, changed_how: by_what } = version
  const what =
    version.lines_added === null
      ? `first configuration, ${lines(version.lines)}`
      : `${lines(version.lines_added)} added, ${version.lines_removed ?? 0} removed`
  return [
    `${name}: ${what}`,
    '',
    `${name} (${device.ip}), group ${oneLine(device.group.name)}`,
    by === null
      ? 'Nobody knows who changed it.'
      : `Changed by ${personName(by)}, says the ${how[by_what ?? 'action']}.`,
    '',
    `Linecard-Device: ${device.id}`,
    `Linecard-Version: ${version.id}`,
    `Linecard-Seen: ${version.first_seen.toISOString()}`,
    '',
  ].join('\n')
}

/** The version that a commit exported. Null: it is no such commit. */
export function versionIn(message: string): { device_id: number; version_id: string; seen: string } | null {
  const found =
    /\nLinecard-Device: (-?\d{1,10})\nLinecard-Version: (\d{1,18})\nLinecard-Seen: (\S{1,40})\n?$/.exec(
      message,
    )
  return found && { device_id: Number(found[1]), version_id: found[2]!, seen: found[3]! }
}
