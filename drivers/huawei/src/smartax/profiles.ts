import {
  implement,
  integer,
  oidParts,
  readTable,
  table,
  type Implementation,
  type Session,
} from '@linecard/driver-kit'
import { textPiece } from '@linecard/driver-kit/codecs'
import { gponProfiles, noProfiles, ponProfiles } from '@linecard/driver-kit/modules'
import { xpon } from './nodes.ts'

/** Number of ONUs that have the profile; its name is the row index: a length, then its characters. */
const lines = table({ bound: integer(`${xpon}.3.61.1.2`) })
const services = table({ bound: integer(`${xpon}.3.65.1.2`) })

/** The name in a row index; null for one that is no text of its length. */
export function profileName(index: string): string | null {
  const parts = oidParts(index)
  const read = textPiece.decode(parts, 0)
  return read && read.next === parts.length ? read.value : null
}

const namesOf = async (session: Session, columns: typeof lines) =>
  [...(await readTable(session, columns)).keys()].flatMap(index => {
    const name = profileName(index)
    return name === null ? [] : [{ id: null, name }]
  })

async function readProfiles(session: Session) {
  return { ...noProfiles, line: await namesOf(session, lines), srv: await namesOf(session, services) }
}

/** pon_profiles, and gpon_profiles under its older name. */
export const profiles = (): Implementation[] => [
  implement(ponProfiles, readProfiles),
  implement(gponProfiles, readProfiles),
]
