import { type Port, linkSpeed } from '../../../simulated/port.ts'
import type { ConsoleSession } from '../../dialect.ts'
import { enabled, up } from '../device-state.ts'
import { cell, number } from '../text.ts'

const stateOf = (port: Port) => (enabled(port) ? 'Enabled' : 'Disabled')
const settingOf = (port: Port) => (port.forcedMbps === null ? 'Auto' : `${port.forcedMbps}M/Full`)

/** `show ports`: settings and link of each port. */
export function showPorts(session: ConsoleSession, ports: readonly Port[], description: boolean): string {
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
export function testCables(session: ConsoleSession, ports: readonly Port[]): string {
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
