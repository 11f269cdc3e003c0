import { parserFor, type CliArea, type CliRows } from '@linecard/driver-kit/cli'
import { assert, suite } from '@linecard/test-kit'
import { parsers } from '../src/parse.ts'

/** Invented texts in the format of the console. */
const test = suite('zte: what the console prints')

function read<A extends CliArea>(area: A, command: string, lines: readonly string[]): CliRows[A][] {
  const parser = parserFor(parsers['zxr10']!, command)
  assert.is(parser?.area, area, command)
  return parser!.read(lines.join('\n')) as CliRows[A][]
}

test('show arp', () => {
  const rows = read('arp', 'show arp', [
    '10.0.0.1       00:14:17 0200.0000.0a01 xgei-1/1/0/1 301    N/A    N/A',
    '                                        .301',
  ])
  assert.equal(rows, [
    { ip: '10.0.0.1', mac_address: '02:00:00:00:0A:01', interface: 'xgei-1/1/0/1.301', vlan_id: 301 },
  ])
})
test('show interface brief', () => {
  const rows = read('ports', 'show interface brief', [
    'Interface               Attribute  Mode         BW    Admin Phy   Prot  Description',
    'xgei-1/1/0/1            optical    Duplex/full  10G   up    down  down  the roof',
  ])
  assert.equal(
    rows.map(({ port, description, admin_state, oper_status, speed_mbps }) => [
      port,
      description,
      admin_state,
      oper_status,
      speed_mbps,
    ]),
    [['xgei-1/1/0/1', 'the roof', 'Enabled', 'Down', 10_000]],
  )
})
