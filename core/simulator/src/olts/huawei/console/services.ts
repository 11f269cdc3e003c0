import type { Command } from '../../../console/dialect.ts'
import type { OltSession } from '../../../console/olt-session.ts'
import { onuSection } from '../../../olt/configuration.ts'
import type { SimulatedOlt } from '../../../olt/olt.ts'
import type { Onu } from '../../../olt/onu-state.ts'
import { isOnline } from '../../../olt/onu.ts'
import { profileNamed } from '../profiles.ts'
import { indexOf, kindOf, serviceLine, services, servicesOf } from './running.ts'
import { failure, isSure, numberIn, onuOf, placeOf, ponAt, rule, smart } from './texts.ts'

type SmartAxCommand = Command<OltSession>
type Args = Readonly<Record<string, string>>

/** The ONU that has the service port. */
const ownerOf = (olt: SimulatedOlt, index: number): Onu | undefined =>
  olt.onus.find(onu => olt.configuration.has(onuSection(onu, services), String(index)))

/** The lowest index that no service port of the OLT has. */
function freeIndex(olt: SimulatedOlt): number {
  const used = new Set(olt.onus.flatMap(onu => servicesOf(olt, onu).map(indexOf)))
  let index = 0
  while (used.has(index)) index++
  return index
}

async function addService(session: OltSession, args: Args): Promise<undefined> {
  const { olt } = session
  const { index, vlan, kind, place, id, gem, user, transform, up, down } = args
  const onu = onuOf(ponAt(session, place!), id!)
  if (kindOf(onu.port) !== kind) return failure('The port does not exist')
  numberIn(vlan!, 1, 4094)
  const userVlan = user === 'untagged' ? 'untagged' : String(numberIn(user!, 1, 4094))
  if (transform === undefined) await smart(session, '<cr>|bundle<K>|inbound<K>|rx-cttr<K>|tag-transform<K>')
  else await smart(session, '<cr>|bundle<K>|inbound<K>|rx-cttr<K>')
  if (!olt.vlans.some(one => String(one.id) === vlan)) return failure('VLAN does not exist')
  if (gem !== undefined && !profileNamed('line', onu.profiles.line).gems.includes(Number(gem)))
    return failure('The GEM index does not exist')
  const here = servicesOf(olt, onu)
  const same = here.find(
    line => line.includes(gem ? ` gemport ${gem} ` : ' ') && line.includes(` user-vlan ${userVlan} `),
  )
  const number = index === undefined ? freeIndex(olt) : numberIn(index, 0, 65_535)
  const taken = same === undefined ? ownerOf(olt, number) && number : indexOf(same)
  if (taken !== undefined)
    return failure(
      `The service virtual port has existed already. Conflicted service virtual port index: ${taken}`,
    )
  const traffic =
    up === undefined ? '' : ` inbound traffic-table index ${up} outbound traffic-table index ${down}`
  const line = serviceLine(number, onu, { vlan: vlan!, user: userVlan, gem, transform, traffic })
  olt.configuration.set(onuSection(onu, services), String(number), line)
  olt.control.unsaved = true
  return undefined
}

const tail =
  'multi-service user-vlan <user> [tag-transform {transform:translate|transparent|default|add-double}] ' +
  '[inbound traffic-table index <up> outbound traffic-table index <down>]'
const adding: readonly SmartAxCommand[] = [
  `service-port [<index>] vlan <vlan> {kind:gpon} <place> ont <id> gemport <gem> ${tail}`,
  `service-port [<index>] vlan <vlan> {kind:epon} <place> ont <id> ${tail}`,
].map(syntax => ({ syntax, run: addService }))

const none = () => failure('No service virtual port can be operated')
function tableOf(olt: SimulatedOlt, onus: readonly Onu[], only?: number): string {
  const rows = onus.flatMap(onu =>
    servicesOf(olt, onu)
      .filter(line => only === undefined || indexOf(line) === only)
      .map(line => ({ onu, line, up: isOnline(onu, olt.now()) })),
  )
  if (rows.length === 0) return none()
  const online = rows.filter(({ up }) => up).length
  return [
    rule(77),
    '  INDEX VLAN VLAN     PORT F/ S/ P VPI  VCI   FLOW  FLOW       RX   TX   STATE',
    '        ID   ATTR     TYPE                    TYPE  PARA',
    rule(77),
    ...rows
      .toSorted((a, b) => indexOf(a.line) - indexOf(b.line))
      .map(({ onu, line, up }) => {
        const of = (word: string) => new RegExp(` ${word} (\\S+)`).exec(line)?.[1] ?? '-'
        const place = `0/${String(onu.port.slot).padEnd(2)}/${String(onu.port.number - 1).padEnd(2)}`
        return (
          `  ${String(indexOf(line)).padStart(5)} ${of('vlan').padStart(4)} common   ` +
          `${kindOf(onu.port)} ${place} ${String(onu.id).padEnd(4)} ${of('gemport').padEnd(5)} vlan  ` +
          `${of('user-vlan').padEnd(10)} -    -    ` +
          (up ? 'up' : 'down')
        )
      }),
    rule(77),
    `   Total : ${rows.length}  (Up/Down :    ${online}/${rows.length - online})`,
    '   Note  : F--Frame, S--Slot, P--Port,',
    '           VPI indicates ONT ID for PON, VCI indicates GEM index for GPON',
  ].join('\n')
}

function removeOf(olt: SimulatedOlt, onu: Onu, wanted: (line: string) => boolean): number {
  const gone = servicesOf(olt, onu).filter(wanted)
  for (const line of gone) olt.configuration.remove(onuSection(onu, services), String(indexOf(line)))
  olt.control.unsaved = true
  return gone.length
}
const deleted = (count: number): string =>
  [
    '  Deleting start...',
    '',
    '  Deleting end:',
    '  The number of total service virtual port which need be',
    `  deleted:   ${count}`,
    '  The number of total service virtual port which have been',
    `  deleted: ${count}`,
  ].join('\n')

const removing: readonly SmartAxCommand[] = [
  {
    syntax: 'undo service-port port <place> ont <id> [gemport <gem>]',
    async run(session, { place, id, gem }) {
      const { olt } = session
      const onu = onuOf(ponAt(session, place!), id!)
      await smart(session, gem === undefined ? '<cr>|gemport<K>' : '<cr>|user-vlan<K>')
      const wanted = (line: string) => gem === undefined || line.includes(` gemport ${gem} `)
      if (!servicesOf(olt, onu).some(wanted)) return none()
      if (!(await isSure(session, 'Are you sure to delete service virtual port(s)?'))) return undefined
      return deleted(removeOf(olt, onu, wanted))
    },
  },
  {
    syntax: 'undo service-port <index>',
    run({ olt }, { index }) {
      const number = numberIn(index!, 0, 65_535)
      const onu = ownerOf(olt, number)
      if (!onu) return failure('Service virtual port does not exist')
      removeOf(olt, onu, line => indexOf(line) === number)
      return undefined
    },
  },
]

/** Service ports, as the configuration mode adds and removes them. */
export const serviceCommands: readonly SmartAxCommand[] = [...adding, ...removing]

/** `display service-port …`. */
export const serviceShowCommands: readonly SmartAxCommand[] = [
  { syntax: 'display service-port all', run: ({ olt }) => tableOf(olt, olt.onus) },
  {
    syntax: 'display service-port port <place> [ont <id>]',
    async run(session, { place, id }) {
      const port = ponAt(session, place!)
      const onus = id === undefined ? port.onus : [onuOf(port, id)]
      await smart(session, '<cr>|autosense<K>|sort-by<K>|||<K>')
      return tableOf(session.olt, onus)
    },
  },
  {
    syntax: 'display service-port <index>',
    run({ olt }, { index }) {
      const number = numberIn(index!, 0, 65_535)
      const onu = ownerOf(olt, number)
      if (!onu) return failure('Service virtual port does not exist')
      return tableOf(olt, [onu], number) + `\n  Place : ${placeOf(onu.port)}`
    },
  },
]
