import { databaseStore } from '@linecard/equipment/library'
import { assert, suite } from '@linecard/test-kit'
import { scanLinks } from '../src/scan/scan.ts'
import { dataOf, path, startNet, type Net } from './world.ts'

/** 3,000 devices as a tree with circles: answers over HTTP in bounded time, and a scan of what they told. */
const test = suite('links: a large network', { level: 'full' })
const devices = 3000
let world: Net
test.before(async () => {
  world = await startNet({ root_devices: [1001] })
  await world.sql('delete from inventory_device')
  await world.sql(
    `insert into inventory_device (id, ip, name, group_id, model_id) select 1000 + n, ('10.' || n / 65536 || '.' || n / 256 % 256 || '.' || n % 256)::inet, 'sw' || n, 71, (select min(id) from inventory_model) from generate_series(1, ${devices}) n`,
  )
  await world.sql(
    `insert into inventory_interface (id, device_id, bind_key, name, type, status) select d * 100 + n, 1000 + d, n, '1/' || n, 'ETH', 'Up' from generate_series(1, ${devices}) d, generate_series(1, 8) n`,
  )
})
test.after(() => world?.stop())

/** Device n hangs by port 1 on port 2 to 4 of device (n + 1) / 3; every tenth has a second way by port 5 and 6. */
const upper = (n: number) => Math.floor((n + 1) / 3)
const drawing = Array.from({ length: devices - 1 }, (_, at) => at + 2).flatMap(n => {
  const own = [{ a: upper(n), p: 2 + ((n + 1) % 3), b: n, q: 1 }]
  return n % 10 === 0 && n > 40 ? [...own, { a: n - 30, p: 5, b: n, q: 6 }] : own
})
const macOf = (n: number) =>
  `02:00:00:00:${n
    .toString(16)
    .padStart(4, '0')
    .toUpperCase()
    .replace(/(..)(..)/, '$1:$2')}`
const refOf = (port: number) => ({ id: port, name: `1/${port}`, type: 'ETH', parent: null, if_index: port })

async function tell(): Promise<void> {
  const answers = Array.from({ length: devices }, (_, at) => {
    const n = at + 1
    const heard = drawing.flatMap(({ a, p, b, q }) =>
      a === n ? [[p, b, q] as const] : b === n ? [[q, a, p] as const] : [],
    )
    return {
      device: 1000 + n,
      data: {
        local: { chassis_id: macOf(n), sys_name: `sw${n}`, ports: [] },
        remotes: heard.map(([port, far, farPort]) => ({
          loc_interface: refOf(port),
          protocol: 'LLDP',
          loc_port_id: port,
          rem_chassis_id: macOf(far),
          rem_interface: `1/${farPort}`,
          rem_port_descr: '',
          rem_name: `sw${far}`,
          rem_descr: '',
          rem_mgmt_address: null,
          _rem_port_id: null,
        })),
      },
    }
  })
  const store = databaseStore(() => world.links.ctx.em())
  const time = world.links.ctx.clock()
  const write = async (rows: typeof answers) => {
    for (const { device, data } of rows)
      await store.write(
        { deviceId: device, module: 'lldp_info', args: {} },
        { data, time, spentMs: 1, missing: [], complete: true, answeredBy: [] },
      )
  }
  const part = Math.ceil(devices / 8)
  await Promise.all(Array.from({ length: 8 }, (_, n) => write(answers.slice(n * part, (n + 1) * part))))
}

test('a scan of 3,000 devices stores all links, and the answers of the network come in bounded time', async () => {
  await tell()
  let longest = 0
  let last = performance.now()
  const watch = setInterval(() => {
    const now = performance.now()
    longest = Math.max(longest, now - last - 5)
    last = now
  }, 5)
  const began = performance.now()
  const report = await scanLinks(world.links.ctx, { signal: new AbortController().signal, progress() {} })
  const spent = performance.now() - began
  clearInterval(watch)
  console.log(`scan of ${devices} devices: ${Math.round(spent)} ms, longest stop ${Math.round(longest)} ms`)
  assert.equal([report.devices, report.read, report.links.found], [devices, devices, drawing.length])
  assert.is(report.links.active, drawing.length)
  const times: string[] = []
  for (const where of ['', '/list', '/tree', '/graph', '/upward/4000', '/widgets/high-utilization']) {
    const from = performance.now()
    const answer = await world.http('GET', `${path}${where}`)
    assert.is(answer.status, 200, answer.text)
    times.push(`${where || '/'} ${Math.round(performance.now() - from)} ms`)
  }
  console.log(times.join(', '))
  const tree = dataOf<{ id: number; level: number }[]>(await world.http('GET', `${path}/tree`))
  assert.is(tree.length, devices)
  // All devices are down but the top: each is behind the next one above.
  const down = tree.map(({ id }) => id).filter(id => id !== 1001)
  const behind = await world.use('links').behind(down)
  assert.is(behind.size, down.length - 3, 'three are next to the top')
})
