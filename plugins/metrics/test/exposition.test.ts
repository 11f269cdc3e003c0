import { execFileSync } from 'node:child_process'
import { assert, suite, until } from '@linecard/test-kit'
import { lacks, startPrometheus } from '@linecard/test-kit/worlds/programs'
import metrics from '../src/index.ts'
import { chart, keyOf, poll, refOf, startWorld, type Charted, type World } from './world.ts'

const test = suite('scrape', { level: 'full' })
const path = '/component/metrics_wrapper/metrics'
const large = '9223372036854775807'
let world!: World
let now!: number

const counters = (octets: number | string) => ({
  interface: refOf(1),
  ...Object.fromEntries(
    ['octets', 'ucast_pkts', 'multicast_pkts', 'broadcast_pkts', 'errors', 'discards'].flatMap(name => [
      [`in_${name}`, octets],
      [`out_${name}`, 0],
    ]),
  ),
  bits: 64,
})

test.before(async () => {
  world = await startWorld({ alias_names: true })
  now = Date.now()
  await poll(
    world,
    'counters',
    { time: now - 60_000, uptime: 0 },
    { interface_counters: [counters('9223372036854775747')] },
  )
  await poll(world, 'counters', { time: now, uptime: 6_000 }, { interface_counters: [counters(large)] })
  await poll(
    world,
    'counters',
    { device: 8, time: now, uptime: 6_000 },
    { interface_counters: [counters(7)] },
  )
  const told = { time: now }
  await poll(world, 'interfaces_status', told, {
    link_info: [{ interface: refOf(1), oper_status: 'Up', admin_state: 'Enabled', speed_mbps: 1000 }],
    pon_onts_status: [{ interface: refOf(2), status: 'LOS', admin_state: null }],
  })
  await poll(world, 'optical_strength', told, {
    pon_onts_optical: [
      { interface: refOf(2), rx: -23.5, tx: null, olt_rx: -25.2, temp: 31, voltage: 3.3, distance: 2636 },
    ],
  })
  await poll(world, 'sfp_optical', told, {
    sfp_optical: [{ interface: refOf(1), temp: 41, vcc: 3.3, tx_bias: 12, tx_power: -2, rx_power: -11 }],
    pon_ports_optical: [{ interface: refOf(3), temp: 43, voltage: 3.3, bias: 14, tx: 4.6 }],
  })
  await poll(world, 'pon_port_loading', told, {
    pon_count_registered_onts: [{ interface: refOf(3), count: 48 }],
  })
  await poll(world, 'bgp_sessions', told, {
    bgp_sessions: [
      { name: 'up\\"st\nream', established: true, disabled: false, uptime_sec: 9, prefix_count: null },
    ],
  })
  await poll(world, 'card_status', told, {
    card_status: [
      {
        id: 1,
        rack: null,
        shelf: 1,
        slot: 2,
        admin_status: 'Enabled',
        _oper_status: 1,
        cpu_load: 12,
        memory_usage: null,
        temperature: 44,
      },
    ],
  })
  await poll(world, 'sensors', told, {
    sys_temp: { main: 40, sensors: [{ name: 'Inlet', value: 28 }] },
    digital_lines_list: [{ id: 1, name: null, value: 'High' }],
    power_sensor_state: { state: 'PowerIsBad' },
    power_status: { supplies: [{ name: 'A', status: 'Normal' }] },
  })
  await poll(world, 'sys_resources', told, {
    sys_resources: {
      cpu: { util: 7 },
      memory: { util: 80, _used: 8, _total: 10 },
      disk: null,
      cards: null,
      fans: null,
    },
  })
  world
    .use('series')
    .add([
      { metric: 'device_ping_up', device_id: 7, interface_id: null, part: '', time: now - 700_000, value: 1 },
    ])
  await world.use('series').flush()
})
test.after(() => world?.stop())

const scrape = async (key?: string) => {
  const { status, text, headers } = await world.http('GET', path, undefined, key)
  if (status !== 200) throw new Error(`${status} ${text}`)
  return { text, lines: text.split('\n').filter(line => line !== '' && !line.startsWith('#')), headers }
}
const labels = 'device_id="7",device="olt \\"ours\\"",ip="192.0.2.7"'
const port = `${labels},interface_id="101",interface="port 01",type="ETH"`

test('the last values with names, labels and their own times', async () => {
  const { lines, headers } = await scrape()
  assert.ok(headers.get('content-type')!.startsWith('text/plain; version=0.0.4'))
  for (const line of [
    `linecard_interface_receive_bytes_per_second{${port}} 1 ${now}`,
    `linecard_interface_up{${port}} 1 ${now}`,
    `linecard_bgp_session_established{${labels},part="up\\\\\\"st ream"} 1 ${now}`,
    `linecard_device_info{${labels},vendor="",model="",model_id="",group_id="71"} 1`,
    `linecard_scrape_left_out 0`,
  ])
    assert.ok(lines.includes(line), `${line}\n${lines.join('\n')}`)
})

test('counters above 2^53 have all their digits', async () => {
  const { lines } = await scrape()
  assert.ok(lines.includes(`linecard_interface_receive_bytes_total{${port}} ${large} ${now}`))
})

test('the names of the reference system, where the setting asks for them', async () => {
  const { lines } = await scrape()
  const alias = 'ip="192.0.2.7",dev_id="7",iface_id="1",iface_name="port 01",iface_type="ETH"'
  assert.ok(lines.includes(`iface_stat_in_octets{${alias}} ${large} ${now}`), lines.join('\n'))
  assert.ok(lines.includes(`device_interface_status{${alias}} 1 ${now}`))
})

test('what several pollers say of a device stands side by side, each with its own time', async () => {
  const earlier = now - 30_000
  const disk = { util: 50, _used: null, _total: null }
  await poll(
    world,
    'sys_resources',
    { time: earlier },
    { sys_resources: { cpu: null, memory: null, disk, cards: null, fans: null } },
  )
  await world.use('series').flush()
  const { lines } = await scrape()
  for (const line of [
    `linecard_device_disk_ratio{${labels}} 0.5 ${earlier}`,
    `linecard_device_temperature_celsius{${labels}} 40 ${now}`,
    `linecard_device_memory_used_bytes{${labels}} 8 ${now}`,
  ])
    assert.ok(lines.includes(line), `${line}\n${lines.join('\n')}`)
})

test('old values, and those of a device that is silent, are left out', async () => {
  const { text } = await scrape()
  assert.not.match(text, /^linecard_device_ping_up/m)
})

test('who sees some groups scrapes only their devices', async () => {
  const { lines } = await scrape(await keyOf(world, [72]))
  assert.ok(lines.length > 1)
  assert.not.ok(lines.some(line => line.includes('device_id="7"') || line.includes('192.0.2.7')))
})

test('all lines of a metric follow each other, each with one head', async () => {
  const { text } = await scrape()
  const heads = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)
  assert.is(new Set(heads).size, heads.length)
  let present = ''
  const seen = new Set<string>()
  for (const line of text.split('\n').filter(one => one !== '' && !one.startsWith('#'))) {
    const name = line.slice(0, line.search(/[ {]/))
    if (name === present) continue
    assert.not.ok(seen.has(name), name)
    seen.add(name)
    present = name
  }
})

const noPromtool = lacks('promtool') ?? lacks('prometheus')
if (noPromtool) test.skip('promtool check metrics, and a real scrape', noPromtool)
else {
  test('promtool check metrics finds nothing', async () => {
    const { text } = await scrape()
    assert.ok(text.length > 3000)
    const said = execFileSync('promtool', ['check', 'metrics'], { input: text, stdio: 'pipe' }).toString()
    assert.is(said, '')
  })

  test('promtool check metrics finds nothing on the page of the service itself', async () => {
    const text = await (await fetch(`${world.url}/metrics`)).text()
    assert.match(text, /^linecard_http_requests_total/m)
    const said = execFileSync('promtool', ['check', 'metrics'], { input: text, stdio: 'pipe' }).toString()
    assert.is(said, '')
  })

  test('Prometheus scrapes it, and then has the values at their times', async () => {
    const { host } = new URL(world.url!)
    const program = await startPrometheus({
      scrape: { target: host, path: `/api/v1${path}`, key: world.admin },
    })
    try {
      const query = 'linecard_interface_receive_bytes_per_second{interface_id="101"}[10m]'
      const found = await until(
        'it was scraped',
        async () => {
          const answer = await fetch(`${program.url}/api/v1/query?${new URLSearchParams({ query })}`)
          const { data } = (await answer.json()) as { data: { result: { values: [number, string][] }[] } }
          return data.result[0]
        },
        { everyMs: 200 },
      )
      assert.equal(found.values[0], [now / 1000, '1'])
      const other = await world.another({
        plugins: [metrics],
        settings: { metrics: { store: 'prometheus', private_networks: true, read_url: program.url } },
      })
      try {
        const period = { start: now / 1000 - 600, end: now / 1000 + 60, step: 60 }
        for (const [operation, subject] of [
          ['traffic', { interface_id: 101 }],
          ['optical', { interface_id: 102 }],
          ['cpu', { device_id: 7 }],
          ['temperature', { device_id: 7 }],
        ] as const) {
          const [here, there] = await Promise.all(
            [world, other].map(one => chart(one, operation, { ...period, ...subject })),
          )
          const values = ({ series }: Charted) =>
            series
              .map(({ labels: { metric, part }, unit, points }) =>
                [metric, part, unit, JSON.stringify(points)].join(' '),
              )
              .toSorted()
          assert.ok(here!.series.length > 0, operation)
          assert.equal(values(there!), values(here!), operation)
        }
      } finally {
        await other.stop()
      }
    } finally {
      await program.stop()
    }
  })
}

test('a row that does not fit is counted, and the memory of a scrape has a bound', async () => {
  const { status } = await world.http('PUT', '/system/configuration', { metrics: { scrape_series: 100 } })
  assert.is(status, 200)
  world.use('series').add(
    Array.from({ length: 300 }, (_, n) => {
      return {
        metric: 'device_sensor_value',
        device_id: 7,
        interface_id: null,
        part: `s${n}`,
        time: now,
        value: n,
      }
    }),
  )
  await world.use('series').flush()
  const { lines } = await scrape()
  const left = Number(lines.at(-1)!.split(' ')[1])
  assert.ok(left > 200, lines.at(-1))
})
