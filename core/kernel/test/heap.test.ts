import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { assert, suite } from '@linecard/test-kit'

const test = suite('memory of the start')
const run = promisify(execFile)
const source = new URL('../src/heap.ts', import.meta.url).href

/** What a process of its own prints, in MB: its resident memory before, and soon after. */
async function measured(): Promise<[before: number, after: number]> {
  const program = `
    const { giveBackLater } = await import(${JSON.stringify(source)})
    const mb = () => Math.round(process.memoryUsage.rss() / 1e6)
    let garbage = Array.from({ length: 2_000_000 }, (_, at) => ({ at, text: 'x' + at }))
    const before = mb()
    garbage = null
    giveBackLater(1)
    setTimeout(() => console.log(JSON.stringify([before, mb()])), 50)`
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program])
  return JSON.parse(stdout) as [number, number]
}

test('goes back to the system', async () => {
  const [before, after] = await measured()
  assert.ok(before - after > 80, `${before} MB, then ${after} MB`)
})
