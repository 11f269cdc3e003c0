import type { Command } from '../../../console/dialect.ts'
import { macText } from '../../../console/dialects/text.ts'
import type { OltSession } from '../../../console/olt-session.ts'
import { stationsOf } from '../../../olt/behind.ts'
import { isOnline } from '../../../olt/onu.ts'
import type { Onu } from '../../../olt/onu-state.ts'
import { failure, onuOf, placeOf, ponAt, rule, smart } from './texts.ts'

const right = (value: string | number, width: number) => String(value).padStart(width)

function tableOf(olt: OltSession['olt'], onus: readonly Onu[], only?: string): string {
  const now = olt.now()
  const rows = onus
    .filter(onu => isOnline(onu, now))
    .flatMap(onu =>
      stationsOf(onu).map(({ mac, vlan }, at) => ({ onu, mac: macText(mac, '-', 4), vlan, at })),
    )
    .filter(({ mac }) => only === undefined || mac === only.toLowerCase())
  if (rows.length === 0) return failure('There is not any MAC address record')
  return [
    rule(71),
    '   SRV-P BUNDLE TYPE MAC            MAC TYPE F /S /P   VPI  VCI   VLAN ID',
    '   INDEX INDEX',
    rule(71),
    ...rows.map(({ onu, mac, vlan, at }, number) => {
      const place = `0 /${onu.port.slot} /${onu.port.number - 1}`
      return [
        `   ${right(number, 5)}      -  gpon ${mac} dynamic  ${place.padEnd(9)}`,
        right(onu.id, 3),
        right(at + 1, 4),
        `  ${right(vlan, 6)}`,
      ].join(' ')
    }),
    rule(71),
    `  Total: ${rows.length}`,
    '  Note: F--Frame, S--Slot, P--Port, F/S/P indicates PW Index for PW,',
    '        VPI indicates ONT ID for PON, VCI indicates GEM index for GPON',
  ].join('\n')
}

/** MAC addresses behind all ONUs, a port, an ONU; one address. */
export const macCommands: readonly Command<OltSession>[] = [
  {
    syntax: 'display mac-address all',
    async run(session) {
      await smart(session)
      return tableOf(session.olt, session.olt.onus)
    },
  },
  {
    syntax: 'display mac-address port <place> ont <id>',
    async run(session, { place, id }) {
      const onu = onuOf(ponAt(session, place!), id!)
      await smart(session)
      return tableOf(session.olt, [onu])
    },
  },
  {
    syntax: 'display mac-address port <place>',
    async run(session, { place }) {
      const port = session.olt.pons.find(one => placeOf(one) === place)
      await smart(session, '<cr>|ont<K>||<K>')
      return port ? tableOf(session.olt, port.onus) : failure('There is not any MAC address record')
    },
  },
  {
    syntax: 'display location <mac>',
    run: ({ olt }, { mac }) =>
      /^[\da-f]{4}(?:-[\da-f]{4}){2}$/i.test(mac!)
        ? tableOf(olt, olt.onus, mac)
        : failure('The MAC address is invalid'),
  },
]
