import type { Context, ReachAnswer } from '@linecard/plugin-kit'
import { assert, suite, until } from '@linecard/test-kit'
import { newJudged, type Judged } from '../src/judge/device.ts'
import type { Config } from '../src/config.ts'
import { createCounts } from '../src/metrics.ts'
import { createTries } from '../src/watch/tries.ts'

/** Rounds of tries, on answers that are given here: which packet a network loses cannot be chosen. */
const test = suite('pinger: a second round of tries')

const answer = (method: ReachAnswer['method']): ReachAnswer =>
  ({ ip: '127.0.0.1', method, port: method && 22, refused: false }) as ReachAnswer

async function rounds(device: Partial<Judged>, answers: ReachAnswer['method'][]) {
  let asked = 0
  let found: ReachAnswer | null | undefined
  const ping = { reach: async () => answer(answers[asked++] ?? null) }
  const tries = createTries({
    ctx: {
      config: { tcp_ports: [22], try_timeout_ms: 10, snmp: false },
      use: () => ping,
    } as unknown as Context<Config>,
    onEnd: (_, ended) => void (found = ended),
    counts: createCounts(() => null),
  })
  tries.add({ ...newJudged(1, '127.0.0.1'), ...device }, true)
  await until('the tries have ended', () => found !== undefined)
  tries.stop()
  return { asked, method: found?.method ?? null }
}

test('a suspect that is silent once is tried again', async () => {
  assert.equal(await rounds({ suspect: true }, [null, 'tcp']), { asked: 2, method: 'tcp' })
  assert.equal(await rounds({ suspect: true }, [null, null]), { asked: 2, method: null })
})

test('one that answers, and one that nobody suspects, is tried once', async () => {
  assert.equal(await rounds({ suspect: true }, ['tcp']), { asked: 1, method: 'tcp' })
  assert.equal(await rounds({ suspect: false }, [null]), { asked: 1, method: null })
})
