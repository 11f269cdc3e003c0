import {
  consoleSource,
  DeviceError,
  implement,
  type Implementation,
  type Session,
} from '@linecard/driver-kit'
import { gponProfiles, noProfiles, ponProfiles } from '@linecard/driver-kit/modules'
import { readProfiles } from '../parse/profiles.ts'
import type { Dialect } from './dialect.ts'

type Kind = keyof Dialect['profiles']
type Profiles = typeof ponProfiles.example

/** A firmware may lack one kind of profiles; an OLT without any of them has refused the question. */
async function readAll(session: Session, { profiles }: Dialect): Promise<Profiles> {
  const found: Partial<Record<Kind, Profiles['line']>> = {}
  let refused: DeviceError | null = null
  for (const [kind, command] of Object.entries(profiles) as [Kind, string][]) {
    try {
      const names = readProfiles(await session.cli.run(command))
      if (names) found[kind] = names.map(name => ({ id: null, name }))
      else session.report({ what: command, reason: 'unknown_value' })
    } catch (error) {
      if (!(error instanceof DeviceError) || error.kind !== 'CommandRejected') throw error
      refused = error
      session.report({ what: command, reason: 'rejected' })
    }
  }
  if (refused && Object.keys(found).length === 0) throw refused
  return { ...noProfiles, ...found }
}

/** pon_profiles and its older name. */
export const profileModules = (dialect: Dialect): Implementation[] => [
  implement(ponProfiles, session => readAll(session, dialect), { source: consoleSource }),
  implement(gponProfiles, session => session.call(ponProfiles, {}), { source: consoleSource }),
]
