import { type Port, linkSpeed } from '../../../simulated/port.ts'
import type { ConsoleSession } from '../../dialect.ts'
import { enabled, up } from '../device-state.ts'
import { cell } from '../text.ts'

const media = (port: Port) => `${port.speedMbps >= 10_000 ? '10G' : '1G'}-${port.fiber ? 'Fiber' : 'Copper'}`
/** Mode and VLAN of a port, as the tables show them. */
export const modeOf = (port: Port) =>
  port.mode === 'trunk'
    ? 'Trunk'
    : port.mode === 'hybrid'
      ? 'General'
      : `Access (${port.untagged[0] ?? port.pvid})`

const two = (value: number) => String(value).padStart(2, '0')

/** Time since the link came up: days, hours:minutes:seconds. */
function since({ control }: ConsoleSession, port: Port): string {
  const seconds = Math.max(0, Math.floor((control.now() - port.cable.at(control.now()).sinceMs) / 1000))
  const [days, hours] = [Math.floor(seconds / 86_400), Math.floor(seconds / 3600) % 24]
  return `${two(days)},${two(hours)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}

const statusRow = (session: ConsoleSession, port: Port): string => {
  const carrier = up(session, port)
  const values: [shown: string | number, width: number, indent: string][] = [
    ['Full', 7, '  '],
    [linkSpeed(port, session.control.now()), 5, '  '],
    [port.forcedMbps === null ? 'Enabled' : 'Disabled', 8, '   '],
    ['Off', 4, ' '],
    [carrier ? 'Up' : enabled(port) ? 'Down (nc)' : 'Down (adm)', 11, ''],
    [since(session, port), 13, '     '],
    ['Disabled', 8, '   '],
    ['Off', 7, '  '],
  ]
  // Without carrier all values but the state are shown as `--`.
  const cells = values.map(([shown, width, indent]) =>
    cell(carrier || !indent ? shown : `${indent}--`, width),
  )
  return [cell(port.ifName, 8), cell(media(port), 12), ...cells, modeOf(port)].join(' ')
}

/** `show interfaces status`. */
export function statuses(session: ConsoleSession, ports: readonly Port[]): string {
  return [
    '                                             Flow Link          Uptime        Back   Mdix',
    'Port     Type         Duplex  Speed Neg      ctrl State       (d,h:m:s)    Pressure Mode    ' +
      'Port Mode (VLAN)',
    '-------- ------------ ------  ----- -------- ---- ----------- ------------- -------- ------- ' +
      '------------------------',
    ...ports.map(port => statusRow(session, port)),
  ].join('\n')
}
