import { assert, growth, suite } from '@linecard/test-kit'
import {
  byColumns,
  byLines,
  cliParser,
  pairStateOf,
  parserFor,
  radlanParsers,
  rowOfCells,
  shape,
  speedOf,
} from '../src/cli/index.ts'

const test = suite('what consoles print, as rows')

test('a shape is a line of cells: what they name, one word, one of some words, the rest, or nothing', () => {
  const groups = (pattern: string, line: string) => ({ ...shape(pattern).exec(line)?.groups })
  assert.equal(groups('{vlan} {mac} {type} {port}', '  12    0200.0000.0a01    DYNAMIC     Gi0/7'), {
    vlan: '12',
    mac: '0200.0000.0a01',
    type: 'DYNAMIC',
    port: 'Gi0/7',
  })
  assert.equal(groups('*{vlan} {mac} {port?}', '* 3 02-00-00-00-0A-01'), {
    vlan: '3',
    mac: '02-00-00-00-0A-01',
    port: undefined,
  })
  assert.equal(groups('{ip} {} {name...}', '192.0.2.1 x two words '), { ip: '192.0.2.1', name: 'two words ' })
  assert.equal(groups('{port:eth\\s\\d+} {state:up|down} ARPA', 'Eth 5  down  ARPA'), {
    port: 'Eth 5',
    state: 'down',
  })
  for (const line of [
    '',
    '12 0200.0000.0a01 DYNAMIC',
    '12 0200.0000 DYNAMIC Gi0/7',
    'x 0200.0000.0a01 DYNAMIC Gi0/7',
  ])
    assert.not.ok(shape('{vlan} {mac} {type} {port}').test(line), line)
})

test('lines: rows, what stands above them, within them, and lists that go on', () => {
  const read = byLines({
    above: /^Unit (?<unit>\d)/,
    row: /^port (?<port>\S+)/,
    within: [/^  name (?<descr>.*)/, /^  name (?<other>.*)/],
    more: /^  vlans (?<vlans>.*)/,
  })
  assert.equal(
    read(
      'port 0\nUnit 1\nport 1\n  name up\n  name down\n  vlans 1,2\n  vlans 3\nUnit 2\n  name lost\nport 2\n',
    ),
    [{ port: '0' }, { unit: '1', port: '1', descr: 'up', vlans: '1,2,3' }, { unit: '2', port: '2' }],
  )
  assert.equal(
    byLines({ row: shape('{port} {pair}'), holds: ['unit'], from: /^begin$/, to: /^end$/ })(
      'a 1\nbegin\nb 2\nend\nc 3\nbegin\nd 4',
    ),
    [
      { port: 'b', pair: '2' },
      { port: 'd', pair: '4' },
    ],
  )
})

test('columns: cells with blanks, empty ones, cells longer than their column, and those cut over lines', () => {
  const read = byColumns({ columns: ['vlan', 'name', 'ports'], joins: ',' })
  assert.equal(
    read(
      'VLAN Name       Ports\n---- ---------- -----\n1    two words  1-4\n                5-8\n20\n300  a-name-too-long 9\n',
    ),
    [
      { vlan: '1', name: 'two words', ports: '1-4,5-8' },
      { vlan: '20', name: '', ports: '' },
      { vlan: '300', name: 'a-name-too-long', ports: '9' },
    ],
  )
  assert.equal(
    byColumns({ columns: ['port', 'name'], titles: ['Port', 'Name'], exact: true })('Port Name\nGi0/12ab\n'),
    [{ port: 'Gi0/1', name: '2ab' }],
    'a device that leaves no blank',
  )
  const two = byColumns({
    columns: [
      ['port', 'name'],
      ['port', 'state', 'name'],
    ],
  })
  assert.equal(
    two('Port Name\n---- ----\ng1   a b\n\nCh   State Name\n---- ----- ----\nch1  up    c\n'),
    [
      { port: 'g1', name: 'a b' },
      { port: 'ch1', state: 'up', name: 'c' },
    ],
    'the headings of a second table are no row',
  )
})

test('cells become rows; what says nothing is null, not empty and not zero', () => {
  assert.equal(rowOfCells.fdb({ mac: '0200.0000.0a01', vlan: 'All', port: 'CPU', type: 'STATIC' }), {
    mac_address: '02:00:00:00:0A:01',
    vlan_id: null,
    port: 'CPU',
    status: 'STATIC',
  })
  assert.is(rowOfCells.fdb({ mac: 'Mac Address', vlan: '1' }), null)
  assert.equal(rowOfCells.arp({ ip: '192.0.2.9', mac: 'Incomplete', port: 'Vlan1' }), {
    ip: '192.0.2.9',
    mac_address: null,
    interface: 'Vlan1',
    vlan_id: null,
  })
  assert.is(rowOfCells.vlans({ vlan: '9000' }), null)
  assert.is(rowOfCells.lldp({ port: 'g1' }), null)
  assert.equal(
    ['connected', 'notconnect', 'disabled', 'ADM', '*down', 'err-disabled', 'what'].map(state => {
      const row = rowOfCells.ports({ port: '1', state })!
      return [row.admin_state, row.oper_status]
    }),
    [
      ['Enabled', 'Up'],
      ['Enabled', 'Down'],
      ['Disabled', 'Down'],
      ['Disabled', 'Down'],
      ['Disabled', 'Down'],
      ['Enabled', 'Down'],
      [null, null],
    ],
  )
  assert.equal(['a-1000', '10G', '2.5G(a)', '100M', '1000full', 'auto', '--', undefined].map(speedOf), [
    1000,
    10_000,
    2500,
    100,
    1000,
    null,
    null,
    null,
  ])
  assert.equal(
    ['OK', 'Normal', 'Open', 'Short', 'No Cable', 'Not Support', 'Not Completed', 'weird'].map(pairStateOf),
    ['OK', 'OK', 'Open', 'Short', 'NoCable', 'NotSupported', 'NotTested', 'Unknown'],
  )
  assert.equal(rowOfCells.cable({ port: '1', pair: 'C', status: 'Open', length: '17 +/- 4 meters' }), {
    port: '1',
    pair: 3,
    status: 'Open',
    length: 17,
  })
  assert.is(rowOfCells.cable({ port: '1', status: 'Normal', length: 'N/A' })!.length, null)
})

test('one VLAN is one row, one device too, and an entry of several ports one for each', () => {
  const vlans = cliParser('vlans', /^show vlan$/, byLines({ row: shape('{vlan} {tagged}') }))
  assert.equal(
    vlans.read('5 1\n5 2\n6 1\n').map(({ id, tagged }) => [id, tagged]),
    [
      [5, ['1', '2']],
      [6, ['1']],
    ],
  )
  const system = cliParser(
    'system',
    /^show version$/,
    byLines({ row: [/^Version (?<version>\S+)/, /^Serial (?<serial>\S+)/] }),
  )
  assert.equal(system.read('Version 1.2\nSerial A1\nVersion 3\n'), [
    { name: null, model: null, version: '1.2', serial_num: 'A1', mac_addr: null },
  ])
  assert.equal(
    cliParser('fdb', /x/, () => [{ mac: '0200.0000.0a01', vlan: '1', port: 'g1, g2' }])
      .read('')
      .map(({ port }) => port),
    ['g1', 'g2'],
  )
  assert.is(parserFor([vlans, system], ' show version ')!.area, 'system')
  assert.is(parserFor([vlans, system], 'show versions'), undefined)
})

test('consoles of RADLAN, whoever sells them', () => {
  const read = (command: string, text: string) => parserFor(radlanParsers, command)!.read(text)
  assert.equal(
    read(
      'show interfaces status',
      'gi1      1G-Copper    Full    100   Enabled  Off  Up          Disabled Off\ngi2      1G-Copper      --      --     --     --  Down           --     --\nte1/0/1  10G-Fiber      10000       Off       Up              Trunk\n',
    ).map(row => ('oper_status' in row ? [row.port, row.oper_status, row.speed_mbps, row.duplex] : [])),
    [
      ['gi1', 'Up', 100, 'Full'],
      ['gi2', 'Down', null, null],
      ['te1/0/1', 'Up', 10_000, null],
    ],
  )
  assert.equal(
    read(
      'show vlan',
      'Vlan       Name           Tagged Ports      UnTagged Ports      Created by\n---- ----------------- ------------------ ------------------ ----------------\n 7    a-name-that-is-           gi1,            gi3                 S\n          long                  gi2\n',
    ),
    [{ id: 7, name: 'a-name-that-is-long', ports: null, tagged: ['gi1', 'gi2'], untagged: ['gi3'] }],
  )
})

test('a hostile output costs no more than its length', async () => {
  const read = byColumns({ columns: ['a', 'b'] })
  const lines = byLines({ row: shape('{vlan} {mac} {type} {port...}'), more: /^\s+(?<port>\S.*)$/ })
  assert.ok(
    (await growth(
      size => [
        read(`-- --\n${'x '.repeat(size)}\n`),
        lines(`1 ${' '.repeat(size)}`),
        lines(`${'1 '.repeat(size)}\n`.repeat(3)),
      ],
      // Shorter texts fit into the caches of the processor, where ten times the length costs 50 times as much.
      200_000,
    )) < 40,
  )
})
