import type { OltSession } from '../../../console/olt-session.ts'
import { unisOf } from '../../../olt/behind.ts'
import { onuSection } from '../../../olt/configuration.ts'
import { managed } from './running.ts'
import { type ZteCommand, linesOf, need, needProfile, onuHere, quiet, within } from './lines.ts'
import { type ZteWriting, invalid } from './names.ts'

const mine = (session: OltSession) => linesOf(session, managed)
function needGem(session: OltSession, gem: string): void {
  need(session.olt.configuration.has(onuSection(onuHere(session)), `gemport ${gem}`), 'noGem')
}

/**
 * `service internet gemport 1 vlan 100`. Firmware 1.2 wants a type in some places, others refuse the word.
 */
const services = (writing: ZteWriting): readonly ZteCommand[] => [
  ...[
    'service <name> gemport <gem> [iphost <host>] [cos <cos>] vlan <vlan>',
    ...(writing.firmware === '1.2'
      ? ['service <name> type internet gemport <gem> [cos <cos>] vlan <vlan>']
      : []),
  ].map(syntax =>
    quiet(syntax, (session, { name, gem, host, cos, vlan }) => {
      const lines = mine(session)
      needGem(session, gem!)
      const more = (host ? ` iphost ${host}` : '') + (cos ? ` cos ${cos}` : '')
      const what = `gemport ${gem}${more} vlan ${within(vlan!, 1, 4094)}`
      const same = (line: string) => line.startsWith('service ') && line.endsWith(` ${what}`)
      need(!lines.has(`service ${name}`) && !lines.all().some(same), 'recordThere')
      lines.set(`service ${name}`, `service ${name} ${what}`)
    }),
  ),
  quiet('no service <name>', (session, { name }) =>
    need(mine(session).remove(`service ${name}`), 'noRecord'),
  ),
]

/** Flows, with which older firmware sends a VLAN into a GEM port. */
const flows: readonly ZteCommand[] = [
  quiet('flow <id> pri <pri> vlan <vlan>', (session, { id, pri, vlan }) => {
    within(id!, 1, 32)
    const line = `flow ${id} pri ${within(pri!, 0, 7)} vlan ${within(vlan!, 1, 4094)}`
    mine(session).set(`flow ${id}`, line)
  }),
  quiet('flow <id> switch <switch>', (session, { id, switch: name }) =>
    mine(session).set(`flow ${within(id!, 1, 32)} switch`, `flow ${id} switch ${name}`),
  ),
  quiet('flow mode <id> tag-filter {filter:vlan-filter|vid-filter} untag-filter discard', (session, args) => {
    const { id, filter } = args
    need(mine(session).has(`flow ${id}`), 'noFlow')
    mine(session).set(`flow mode ${id}`, `flow mode ${id} tag-filter ${filter} untag-filter discard`)
  }),
  quiet('gemport <gem> flow <id>', (session, { gem, id }) => {
    needGem(session, gem!)
    need(mine(session).has(`flow ${id}`), 'noFlow')
    mine(session).set(`gemport ${gem}`, `gemport ${gem} flow ${id}`)
  }),
  quiet('switchport-bind <switch> {to:veip|iphost} <id>', (session, { switch: name, to, id }) =>
    mine(session).set(`switchport-bind ${to} ${id}`, `switchport-bind ${name} ${to} ${id}`),
  ),
]

/** A port of the ONU that its type has: `eth_0/1`, `wifi_0/1`, `veip_1`. */
function onPort(session: OltSession, port: string, settings: string, pvid?: string): void {
  const [, kind, number] = /^(eth_0\/|wifi_0\/|veip_)(\d{1,2})$/.exec(port) ?? invalid()
  const onu = onuHere(session)
  const most = kind === 'eth_0/' ? onu.ethernet : kind === 'veip_' ? 1 : 8
  need(Number(number) >= 1 && Number(number) <= most, 'noPort')
  mine(session).set(`vlan port ${port}`, `vlan port ${port} ${settings}`)
  const uni = kind === 'eth_0/' && unisOf(onu).find(one => one.number === Number(number))
  if (uni && pvid !== undefined) uni.pvid = Number(pvid)
}
const ports: readonly ZteCommand[] = [
  quiet('vlan port <port> mode tag vlan <vlan> [pri <pri>]', (session, { port, vlan, pri }) => {
    const priority = pri === undefined ? '' : ` pri ${within(pri, 0, 7)}`
    onPort(session, port!, `mode tag vlan ${within(vlan!, 1, 4094)}${priority}`, vlan)
  }),
  quiet('vlan port <port> mode hybrid def-vlan <vlan>', (session, { port, vlan }) =>
    onPort(session, port!, `mode hybrid def-vlan ${within(vlan!, 1, 4094)}`, vlan),
  ),
  quiet('vlan port <port> mode {mode:transparent|trunk}', (session, { port, mode }) =>
    onPort(session, port!, `mode ${mode}`),
  ),
  quiet('dhcp-ip ethuni <port> {from:from-onu|from-internet}', (session, { port, from }) =>
    mine(session).set(`dhcp-ip ${port}`, `dhcp-ip ethuni ${port} ${from}`),
  ),
]

const wanSyntax = { '1.2': 'wan-ip mode', '2.1': 'wan-ip <id> mode', c600: 'wan-ip ipv4 mode' } as const

/** The router in the ONU. */
const router = ({ firmware }: ZteWriting): readonly ZteCommand[] => {
  const head = wanSyntax[firmware]
  const put = (session: OltSession, id: string, host: string, profile: string, how: string) => {
    needProfile(session, 'vlan', profile)
    within(host, 1, 5)
    const line = `${head.replace('<id>', id)} ${how} vlan-profile ${profile} host ${host}`
    mine(session).set(`wan-ip ${firmware === '2.1' ? within(id, 1, 5) : host}`, line)
  }
  return [
    quiet(
      `${head} pppoe username <user> password <password> vlan-profile <profile> host <host>`,
      (session, { id = '', user, password, profile, host }) =>
        put(session, id, host!, profile!, `pppoe username ${user} password ${password}`),
    ),
    quiet(`${head} dhcp vlan-profile <profile> host <host>`, (session, { id = '', profile, host }) =>
      put(session, id, host!, profile!, 'dhcp'),
    ),
    quiet('wan <id> service {what:internet|tr069|other} [host <host>]', (session, { id, what, host }) =>
      mine(session).set(
        `wan ${within(id!, 1, 8)}`,
        `wan ${id} service ${what}${host === undefined ? '' : ` host ${host}`}`,
      ),
    ),
  ]
}

const voiceAndAccess: readonly ZteCommand[] = [
  quiet('voip protocol {protocol:sip|h248}', (session, { protocol }) =>
    mine(session).set('voip protocol', `voip protocol ${protocol}`),
  ),
  quiet('voip-ip mode dhcp vlan-profile <profile> host <host>', (session, { profile, host }) => {
    needProfile(session, 'vlan', profile!)
    mine(session).set('voip-ip', `voip-ip mode dhcp vlan-profile ${profile} host ${within(host!, 1, 5)}`)
  }),
  quiet(
    'security-mgmt <id> state enable mode forward [ingress-type {from:lan|wan}] protocol web',
    (session, { id, from }) =>
      mine(session).set(
        `security-mgmt ${id}`,
        `security-mgmt ${id} state enable mode forward${from ? ` ingress-type ${from}` : ''} protocol web`,
      ),
  ),
]

/** What the OLT is told to send to an ONU. */
export const managedLines = (writing: ZteWriting): readonly ZteCommand[] => [
  ...services(writing),
  ...(writing.vports ? [] : flows),
  ...ports,
  ...router(writing),
  ...voiceAndAccess,
]
