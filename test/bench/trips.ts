/**
 * `npm run bench:trips`: the number of our files and functions that one warm request enters, counted with the
 * precise coverage of V8 in the service of the demo. Each request is repeated, and only functions that are
 * entered every time count, so that jobs in the background do not. `-- /path/to/checkout` counts in another
 * checkout; `--list` lists the functions.
 */
import { resolve } from 'node:path'
import { startDemo } from './demo.ts'

const flags = process.argv.slice(2)
const root = resolve(flags.find(flag => !flag.startsWith('--')) ?? '.')
const list = flags.includes('--list')
const repeats = 5

/** A session with V8's inspector. */
async function openInspector(address: string): Promise<{
  inspect(method: string, params?: object): Promise<unknown>
  /** A process with an open session does not end. */
  close(): void
}> {
  const socket = new WebSocket(address)
  const waiting = new Map<number, (result: unknown) => void>()
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id: number; result: unknown }
    waiting.get(id)?.(result)
    waiting.delete(id)
  })
  await new Promise(opened => socket.addEventListener('open', opened, { once: true }))
  let last = 0
  return {
    inspect(method, params = {}) {
      const id = ++last
      socket.send(JSON.stringify({ id, method, params }))
      return new Promise(done => waiting.set(id, done))
    },
    close: () => socket.close(),
  }
}

interface Coverage {
  result: {
    url: string
    functions: { functionName: string; ranges: { startOffset: number; count: number }[] }[]
  }[]
}

/**
 * Functions of our sources that were entered, as `file:name@offset`. The body of a module is not a function.
 */
function enteredIn({ result }: Coverage): Set<string> {
  const ours = new RegExp(`^file://${root}/((?:core|plugins|drivers)/.+\\.ts)$`)
  const entered = result.flatMap(({ url, functions }) => {
    const file = ours.exec(url)?.[1]
    if (!file) return []
    return functions
      .filter(
        ({ functionName, ranges }) => ranges[0]!.count > 0 && (functionName || ranges[0]!.startOffset > 0),
      )
      .map(({ functionName, ranges }) => `${file}:${functionName || '(anonymous)'}@${ranges[0]!.startOffset}`)
  })
  return new Set(entered)
}

const service = await startDemo(root, ['--inspect=127.0.0.1:0'])
const { inspect, close } = await openInspector(service.inspector)
try {
  await inspect('Profiler.enable')
  await inspect('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${service.url}/api/v1${path}`, {
      method,
      headers: { 'x-auth-key': service.key, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const answer = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${answer}`)
    return (JSON.parse(answer) as { data: unknown }).data
  }
  const id = async (ip: string) => ((await ask('GET', `/device?ip=${ip}`)) as { id: number }).id
  const device = await id('127.0.10.22')

  const trips: Record<string, (turn: number) => Promise<unknown>> = {
    'link_info, asked of the device': () => ask('GET', `/switcher-core/device/link_info/${device}`),
    'link_info, stored answer': () => ask('GET', `/switcher-core/cache/link_info/${device}`),
    'port change': turn =>
      ask('POST', `/component/switches/port/${device}`, { interface: '7', description: `flat ${turn}` }),
    'device list': () => ask('GET', '/device'),
    'portal search': () => ask('GET', '/portal/search?query=olt'),
  }
  for (const [name, trip] of Object.entries(trips)) {
    await trip(100)
    await trip(101)
    const turns: Set<string>[] = []
    for (let turn = 0; turn < repeats; turn++) {
      await inspect('Profiler.takePreciseCoverage')
      await trip(turn)
      turns.push(enteredIn((await inspect('Profiler.takePreciseCoverage')) as Coverage))
    }
    const common = [...turns[0]!].filter(entry => turns.every(entered => entered.has(entry)))
    const files = new Set(common.map(entry => entry.split(':')[0]))
    console.log(
      `${name.padEnd(32)} ${String(files.size).padStart(4)} files ` +
        `${String(common.length).padStart(5)} functions`,
    )
    if (list) for (const entry of common.toSorted()) console.log(`  ${entry}`)
  }
} finally {
  close()
  await service.stop()
}
