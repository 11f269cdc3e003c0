import { type Port, isMember, linkSpeed } from '../../../simulated/port.ts'
import { type Command, type ConsoleSession, Refused } from '../../dialect.ts'
import { fdbOf, uptimeText, enabled, up } from '../device-state.ts'
import { cell, macText, ranges, number } from '../text.ts'
import { idOf, portsOf, refusals } from './arguments.ts'
import { configuration } from './configuration.ts'

const stateOf = (port: Port) => (enabled(port) ? 'Enabled' : 'Disabled')
const settingOf = (port: Port) => (port.forcedMbps === null ? 'Auto' : `${port.forcedMbps}M/Full`)

/** `show ports`: settings and link of each port. */
function showPorts(session: ConsoleSession, ports: readonly Port[], description: boolean): string {
  const rows = ports.flatMap(port => {
    const speed = linkSpeed(port, session.control.now())
    const link = up(session, port) ? `${speed}M/Full/None` : 'LinkDown'
    const settings = cell(`${settingOf(port)}/Disabled`, 21)
    const row = ['', cell(port.ifIndex, 7), cell(stateOf(port), 9), settings, cell(link, 21), 'Enabled']
    return description ? [row.join(' '), `         Desc: ${port.alias}`] : [row.join(' ')]
  })
  return [
    '',
    ' Port    State/    Settings              Connection            Address',
    '         MDI       Speed/Duplex/FlowCtrl Speed/Duplex/FlowCtrl Learning',
    ' ------- --------- --------------------- --------------------- --------',
    ...rows,
  ].join('\n')
}

/** `cable_diag ports`: the result and the length of each cable. */
function testCables(session: ConsoleSession, ports: readonly Port[]): string {
  const rows = ports.map(port => {
    const carrier = up(session, port)
    const type = port.fiber ? 'Fiber' : port.speedMbps >= 1000 ? 'GE' : 'FE'
    const result = port.fiber ? 'Not Support' : carrier ? 'OK' : 'No Cable'
    const metres = port.fiber || !carrier ? '-' : String(12 + (port.ifIndex % 60))
    const link = cell(carrier ? 'Link Up' : 'Link Down', 14)
    return ` ${number(port.ifIndex, 3)}   ${cell(type, 9)} ${link} ${cell(result, 28)}${metres}`
  })
  return [
    '',
    ' Perform Cable Diagnostics ...',
    '',
    ' Port   Type      Link Status    Test Result                 Cable Length (M)',
    ' ----  --------  -------------  -------------------------   -----------------',
    ...rows,
    '',
  ].join('\n')
}

function showFdb(session: ConsoleSession, keep: (row: ReturnType<typeof fdbOf>[number]) => boolean): string {
  const names = new Map(session.control.vlans.map(({ id, name }) => [id, name]))
  const rows = fdbOf(session.device)
    .filter(keep)
    .map(({ mac, vlan, port }) => {
      const address = macText(mac, '-', 2).toUpperCase()
      const row = [cell(vlan, 4), cell(names.get(vlan) ?? '', 32), address, cell(port.ifIndex, 5)]
      return ` ${row.join(' ')} Dynamic     Forward`
    })
  return [
    '',
    ' Unicast MAC Address Aging Time  = 300',
    '',
    ' VID  VLAN Name                        MAC Address       Port  Type        Status',
    ' ---- -------------------------------- ----------------- ----- ----------- -------',
    ...rows,
    '',
    ` Total Entries: ${rows.length}`,
    '',
  ].join('\n')
}

function showVlans(session: ConsoleSession, only?: number): string {
  const numbersOf = (keep: (port: Port) => boolean) =>
    ranges(session.control.ports.filter(keep).map(port => port.ifIndex))
  const shown = session.control.vlans.filter(({ id }) => only === undefined || id === only)
  if (shown.length === 0) throw new Refused(refusals['no such VLAN'])
  const blocks = shown.map(({ id, name }) => {
    const tagged = numbersOf(port => port.tagged.includes(id))
    const untagged = numbersOf(port => port.untagged.includes(id))
    const members = numbersOf(port => isMember(port, id))
    return [
      ` VID             : ${cell(id, 15)}VLAN Name       : ${name}`,
      ` VLAN Type       : ${cell('Static', 15)}Advertisement   : ${id === 1 ? 'Enabled' : 'Disabled'}`,
      ` Member Ports    : ${members}`,
      ` Static Ports    : ${members}`,
      ` Current Tagged Ports   : ${tagged}`,
      ` Current Untagged Ports : ${untagged}`,
      ` Static Tagged Ports    : ${tagged}`,
      ` Static Untagged Ports  : ${untagged}`,
      ' Forbidden Ports        :',
      '',
    ].join('\n')
  })
  return `\n${blocks.join('\n')}\n Total Static VLAN Entries: ${shown.length}\n`
}

function showSwitch(session: ConsoleSession): string {
  const { model } = session.device
  const { facts } = session.control
  return [
    '',
    `Device Type                : ${model.sysDescr}`,
    `MAC Address                : ${macText(facts.mac, '-', 2).toUpperCase()}`,
    `IP Address                 : ${facts.ip} (Manual)`,
    'VLAN Name                  : default',
    'Subnet Mask                : 255.255.255.0',
    `Firmware Version           : Build ${model.firmware}`,
    `Hardware Version           : ${model.hardware}`,
    `System Name                : ${facts.sysName}`,
    `System Location            : ${facts.location}`,
    `System Uptime              : ${uptimeText(session)}`,
    `System Contact             : ${facts.contact}`,
    `CLI Paging                 : ${session.paging ? 'Enabled' : 'Disabled'}`,
    '',
  ].join('\n')
}

/** `show …`, and the cable test, which answers with a table. */
export const showCommands: readonly Command[] = [
  {
    syntax: 'show ports <ports> description',
    refreshes: true,
    run: (session, { ports }) => showPorts(session, portsOf(session, ports!), true),
  },
  {
    syntax: 'show ports description',
    refreshes: true,
    run: session => showPorts(session, session.control.ports, true),
  },
  {
    syntax: 'show ports [<ports>]',
    refreshes: true,
    run: (session, { ports }) =>
      showPorts(session, ports === undefined ? session.control.ports : portsOf(session, ports), false),
  },
  {
    syntax: 'show fdb port <port>',
    run(session, { port }) {
      const ports = portsOf(session, port!)
      return showFdb(session, row => ports.includes(row.port))
    },
  },
  {
    syntax: 'show fdb vlanid <id>',
    run: (session, { id }) => showFdb(session, row => row.vlan === idOf(id!)),
  },
  {
    syntax: 'show fdb mac_address <mac>',
    run: (session, { mac }) =>
      showFdb(session, row => row.mac.toString('hex') === mac!.toLowerCase().replace(/[^0-9a-f]/g, '')),
  },
  { syntax: 'show fdb', run: session => showFdb(session, () => true) },
  { syntax: 'show vlan vlanid <id>', run: (session, { id }) => showVlans(session, idOf(id!)) },
  { syntax: 'show vlan', run: session => showVlans(session) },
  { syntax: 'show switch', run: showSwitch },
  { syntax: 'show config {which:current_config|config_in_nvram}', run: configuration },
  {
    syntax: 'cable_diag ports <ports>',
    run: (session, { ports }) => testCables(session, portsOf(session, ports!)),
  },
]
