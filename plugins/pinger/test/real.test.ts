import { execFileSync } from 'node:child_process'
import { assert, suite, until } from '@linecard/test-kit'
import { countAnswers } from '../src/echo/confirm.ts'
import { findFping } from '../src/echo/program.ts'
import { addDevices, at, becomes, downLog, startWorld, statuses, statusOf, totals } from './world.ts'

const program = await findFping()
const test = suite('pinger: with a real fping', { level: 'full' })

const name = 'a real fping pings IPv4 and IPv6; it is killed and started again, and nobody goes down'
const looks = 'a close look with a real fping counts answers; what is no address is not asked'
if (!program) {
  test.skip(name, 'no fping is installed: apt-get install fping')
  test.skip(looks, 'no fping is installed: apt-get install fping')
} else {
  test(name, async () => {
    const world = await startWorld({ period_sec: 1, timeout_ms: 900, process_targets: 20 })
    try {
      const ips = Array.from({ length: 50 }, (_, n) => at(n + 1))
      const [first] = (await addDevices(world, [...ips, '::1'])) as [number]
      await until('all are up', async () => (await totals(world)).up === 51)
      const own = () =>
        execFileSync('ps', ['-o', 'pid=,ppid=,comm=', '-A'], { encoding: 'utf8' })
          .split('\n')
          .map(line => line.trim().split(/\s+/))
          .filter(([, parent, comm]) => Number(parent) === process.pid && comm === 'fping')
          .map(([pid]) => Number(pid))
      const killed = own()
      assert.is(killed.length, 4, 'three of IPv4, one of IPv6')
      for (const pid of killed) process.kill(pid, 'SIGKILL')
      await until(
        'they run again',
        async () => own().length === 4 && !own().some(pid => killed.includes(pid)),
      )
      // A device that is added restarts one process, and takes no echo from the others.
      await addDevices(world, [at(200)])
      await until('it is up', async () => (await totals(world)).up === 52)
      const { rtt_avg: trip, method } = await until('round trips are stored', async () => {
        const view = await statusOf(world, first)
        return view.rtt_avg === null ? undefined : view
      })
      assert.ok(trip! >= 0 && trip! < 900)
      assert.is(method, 'icmp')
      assert.equal(await downLog(world), [])
      assert.ok((await statuses(world)).every(({ status }) => status === 'Up'))
      await becomes(world, first, 'Up')
    } finally {
      await world.stop()
    }
  })

  test(looks, async () => {
    const options = { program, count: 3, everyMs: 20, timeoutMs: 500, signal: new AbortController().signal }
    assert.equal(
      await countAnswers({ ...options, family: '-4', targets: [at(1), 'no..address', at(2)] }),
      new Map([
        [at(1), 3],
        [at(2), 3],
      ]),
    )
    assert.equal(await countAnswers({ ...options, family: '-6', targets: ['::1'] }), new Map([['::1', 3]]))
    assert.is(
      (await countAnswers({ ...options, program: '/nowhere', family: '-4', targets: [at(1)] })).size,
      0,
    )
  })
}
