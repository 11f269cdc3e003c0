import {
  consoleSource,
  DeviceError,
  implement,
  type Implementation,
  type Session,
} from '@linecard/driver-kit'
import { interfacesList, noProfiles, ponProfiles } from '@linecard/driver-kit/modules'
import type { FdbArgs, FdbRow } from '@linecard/driver-kit/builders'
import { findInterface, onuPlace, unregisteredModule, type Olt } from '@linecard/driver-kit/onus'
import { fdbOf } from './fdb-rows.ts'
import {
  emptyTable,
  foundHeading,
  macHeading,
  parseAutoFind,
  parseMacTable,
  parseProfiles,
} from './parse/tables.ts'

const inConfig = (session: Session, command: string) => session.cli.run(command, { mode: 'config' })

const unreadable = (command: string) =>
  new DeviceError('ParseFailed', `"${command}" printed a text that Linecard cannot read as a table.`)

/** MAC addresses by the console: of one ONU with one short command, else of the whole OLT. */
export async function consoleMacs(session: Session, olt: Olt, args: FdbArgs): Promise<FdbRow[]> {
  const one = args.interface === undefined ? undefined : await findInterface(session, olt, args.interface)
  const place = one?.type === 'ONU' ? onuPlace(olt.places, one) : null
  const command = place ? `show mac address-table pon ${place.port} ${place.onu}` : 'show mac address-table'
  const output = await inConfig(session, command)
  const { learned, lost } = parseMacTable(output)
  // An ONU without stations is answered with nothing but the prompt.
  const empty = (place !== null && output.trim() === '') || (output.trim() !== '' && emptyTable.test(output))
  if (learned.length === 0 && lost === 0 && !empty && !macHeading.test(output)) throw unreadable(command)
  if (lost > 0) session.report({ what: command, reason: 'unknown_value', cells: lost })
  return fdbOf(session, olt, learned, args, command)
}

/** unregistered_onts: `show onu auto-find` of each PON port. */
const autoFind = (olt: Olt, technology: 'gpon' | 'epon'): Implementation => ({
  ...unregisteredModule(olt, [
    {
      type: technology,
      read: async session => {
        const waiting = []
        for (const port of await session.call(interfacesList, { type: 'PON', root: true })) {
          const place = olt.places.placeOf(port.id)
          if (!place) continue
          await inConfig(session, `interface ${technology} ${place.slot}/${place.port}`)
          const output = await inConfig(session, 'show onu auto-find')
          await inConfig(session, 'exit')
          const found = parseAutoFind(output, technology)
          if (found.length === 0 && !emptyTable.test(output) && !foundHeading.test(output))
            throw unreadable('show onu auto-find')
          waiting.push(...found.map(({ ident, model }) => ({ facts: { ident, model }, port: place })))
        }
        return waiting
      },
    },
  ]),
  source: consoleSource,
})

/** pon_profiles of GPON: the lines of the running configuration that begin profiles. */
const profiles: Implementation = {
  ...implement(ponProfiles, async session => {
    const found = parseProfiles(await session.cli.run('show running-config'))
    const named = (...kinds: string[]) =>
      found.flatMap(({ kind, id, name }) => (kinds.includes(kind) ? [{ id, name }] : []))
    return {
      ...noProfiles,
      line: named('line'),
      srv: named('srv'),
      dba: named('dba'),
      traffic: named('traffic'),
      alarm: named('alarm'),
    }
  }),
  source: consoleSource,
}

/** What the console of a GPON OLT answers. */
export const gponConsole = (olt: Olt): Implementation[] => [autoFind(olt, 'gpon'), profiles]
/** What the console of an EPON OLT answers. */
export const eponConsole = (olt: Olt): Implementation[] => [autoFind(olt, 'epon')]
