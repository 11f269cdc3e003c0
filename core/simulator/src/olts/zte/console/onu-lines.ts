import { onuSection } from '../../../olt/configuration.ts'
import { foundOnus, onuWith, replaceOnu } from '../../../olt/registrations.ts'
import { identOf } from '../../../olt/idents.ts'
import { type ZteWriting, invalid } from './names.ts'
import { type ZteCommand, linesOf, need, needProfile, needVlan, onuHere, quiet, within } from './lines.ts'
import { Refused } from '../../../console/dialect.ts'

const named = (name: string | undefined) => (name === undefined ? '' : ` name ${name}`)

/** T-CONTs and GEM ports. */
const channels: readonly ZteCommand[] = [
  quiet('tcont <id> [name <name>] profile <profile>', (session, { id, name, profile }) => {
    within(id!, 1, 8)
    needProfile(session, 'tcont', profile!)
    linesOf(session).set(`tcont ${id}`, `tcont ${id}${named(name)} profile ${profile}`)
  }),
  quiet('no tcont <id>', (session, { id }) => {
    const lines = linesOf(session)
    need(!lines.all().some(line => new RegExp(`^gemport .* tcont ${id}$`).test(line)), 'tcontUsed')
    need(lines.remove(`tcont ${Number(id)}`), 'noTcont')
  }),
  ...[
    'gemport <id> [name <name>] tcont <tcont>',
    'gemport <id> name <name> unicast tcont <tcont> dir both',
  ].map(syntax =>
    quiet(syntax, (session, { id, name, tcont }) => {
      const lines = linesOf(session)
      within(id!, 1, 32)
      need(lines.has(`tcont ${tcont}`), 'noTcont')
      lines.set(`gemport ${id}`, `gemport ${id}${named(name)} tcont ${tcont}`)
    }),
  ),
  quiet('gemport <id> traffic-limit [upstream <up>] [downstream <down>]', (session, { id, up, down }) => {
    const lines = linesOf(session)
    need(lines.has(`gemport ${id}`), 'noGem')
    for (const name of [up, down]) if (name !== undefined) needProfile(session, 'traffic', name)
    const limits = [...(up ? [`upstream ${up}`] : []), ...(down ? [`downstream ${down}`] : [])]
    if (limits.length === 0) invalid()
    lines.set(`gemport ${id} limit`, `gemport ${id} traffic-limit ${limits.join(' ')}`)
  }),
  quiet('no gemport <id>', (session, { id }) => {
    const lines = linesOf(session)
    need(!lines.all().some(line => new RegExp(`^service-port \\d+ vport ${id} `).test(line)), 'gemUsed')
    need(lines.remove(`gemport ${Number(id)}`), 'noGem')
    lines.remove(`gemport ${Number(id)} limit`)
  }),
]

const ident: readonly ZteCommand[] = [
  quiet('sn-bind enable sn', session => linesOf(session).set('sn-bind', 'sn-bind enable sn')),
  quiet('sn-bind disable', session => linesOf(session).set('sn-bind', 'sn-bind disable')),
  quiet('registration-method sn <serial>', (session, { serial }) => {
    const { olt } = session
    const onu = onuHere(session)
    const wanted = identOf(serial!)
    if (wanted?.length !== 8) return invalid()
    if (wanted.equals(onu.serial)) return
    if (onuWith(olt, wanted)) throw new Refused('%Code 62317-GPONSRV : SN already exists.')
    const there = foundOnus(olt, olt.now()).list.some(
      one => one.port === onu.port && one.serial.equals(wanted),
    )
    session.onu = replaceOnu(olt, onu, wanted, olt.now(), onu.type, there)
  }),
]

/** A pair of VLANs of a service port, as it is compared with others. */
const pairOf = (line: string) => /user-vlan \S+ vlan \d+/.exec(line)?.[0]
/** Adds a service port to a part of the ONU. */
function addService(lines: ReturnType<typeof linesOf>, id: string, line: string): void {
  need(!lines.has(`service-port ${id}`), 'serviceThere')
  need(
    !lines.all().some(one => one.startsWith('service-port') && pairOf(one) === pairOf(line)),
    'serviceConflict',
  )
  lines.set(`service-port ${id}`, line)
}
const userVlan = (text: string): string =>
  text === 'untagged' || text === 'other' ? text : String(within(text, 1, 4094))

/** Services of C300 and C320: they are lines of the ONU. */
const servicesC300: readonly ZteCommand[] = [
  quiet('service-port <id> vport <vport> user-vlan <user> vlan <vlan> [svlan <svlan>]', (session, args) => {
    const { id, vport, user, vlan, svlan } = args
    const lines = linesOf(session)
    within(id!, 1, 128)
    need(lines.has(`gemport ${vport}`), 'noGem')
    for (const one of [vlan, svlan]) if (one !== undefined) needVlan(session, one)
    const outer = svlan === undefined ? '' : ` svlan ${svlan}`
    addService(
      lines,
      id!,
      `service-port ${id} vport ${vport} user-vlan ${userVlan(user!)} vlan ${vlan}${outer}`,
    )
  }),
  quiet('switchport mode {mode:hybrid|trunk|access} vport <vport>', (session, { mode, vport }) => {
    const lines = linesOf(session)
    need(lines.has(`gemport ${vport}`), 'noGem')
    lines.set(`switchport ${vport}`, `switchport mode ${mode} vport ${vport}`)
  }),
  quiet('switchport vlan <vlan> tag vport <vport>', (session, { vlan, vport }) => {
    const lines = linesOf(session)
    need(lines.has(`switchport ${vport}`), 'noVport')
    needVlan(session, vlan!)
    lines.set(`switchport ${vport} ${vlan}`, `switchport vlan ${vlan} tag vport ${vport}`)
  }),
]
const removeService = quiet('no service-port <id>', (session, { id }) =>
  need(
    linesOf(session, session.notes['part'] as string | undefined).remove(`service-port ${id}`),
    'noService',
  ),
)

/** Virtual ports of a C600: one for each GEM port, or as they are mapped by hand. */
const vportsC600: readonly ZteCommand[] = [
  quiet('vport-mode {mode:manual|gemport}', (session, { mode }) =>
    linesOf(session).set('vport-mode', `vport-mode ${mode}`),
  ),
  quiet('vport <id> [name <name>] map-type vlan', (session, { id, name }) => {
    const lines = linesOf(session)
    within(id!, 1, 32)
    need(lines.all().includes('vport-mode manual'), 'noVport')
    lines.set(`vport ${id}`, `vport ${id}${named(name)} map-type vlan`)
  }),
  quiet('vport-map <vport> <gem> vlan <vlan>', (session, { vport, gem, vlan }) => {
    const lines = linesOf(session)
    need(lines.has(`vport ${vport}`), 'noVport')
    need(lines.has(`gemport ${gem}`), 'noGem')
    lines.set(`vport-map ${vport} ${gem} ${vlan}`, `vport-map ${vport} ${gem} vlan ${within(vlan!, 1, 4094)}`)
  }),
]

/** Whether the ONU has this virtual port. */
export const hasVport = (session: Parameters<typeof linesOf>[0], vport: number): boolean => {
  const section = onuSection(onuHere(session))
  const { configuration } = session.olt
  const byHand = configuration.lines(section).includes('vport-mode manual')
  return configuration.has(section, `${byHand ? 'vport' : 'gemport'} ${vport}`)
}

/** The mode of a virtual port of a C600. */
export const vportCommands: readonly ZteCommand[] = [
  quiet('service-port <id> user-vlan <user> vlan <vlan> [svlan <svlan>]', (session, args) => {
    const { id, user, vlan, svlan } = args
    within(id!, 1, 128)
    for (const one of [vlan, svlan]) if (one !== undefined) needVlan(session, one)
    const outer = svlan === undefined ? '' : ` svlan ${svlan}`
    const line = `service-port ${id} user-vlan ${userVlan(user!)} vlan ${vlan}${outer}`
    addService(linesOf(session, session.notes['part'] as string), id!, line)
  }),
  quiet('qos traffic-policy <profile> direction {way:ingress|egress}', (session, { profile, way }) => {
    needProfile(session, 'traffic', profile!)
    linesOf(session, session.notes['part'] as string).set(
      `qos ${way}`,
      `qos traffic-policy ${profile} direction ${way}`,
    )
  }),
  removeService,
]

/** What the interface of an ONU takes, besides its texts. */
export const onuLines = (writing: ZteWriting): readonly ZteCommand[] => [
  ...channels,
  ...ident,
  ...(writing.vports ? vportsC600 : [...servicesC300, removeService]),
]
