import { DeviceError } from '@linecard/driver-kit'
import { buildIndex } from '@linecard/driver-kit/detection'
import {
  cableDiag,
  ctrlPoeState,
  ctrlPortDescr,
  ctrlPortSpeed,
  ctrlPortState,
  poeInfo,
} from '@linecard/driver-kit/modules'
import { parseSnmprec } from '@linecard/driver-kit/recording'
import { replaySession } from '@linecard/driver-kit/testing'
import { assert, suite } from '@linecard/test-kit'
import { readFile } from 'node:fs/promises'
import driver from '../src/index.ts'

const test = suite('dlink changes')
const index = buildIndex([driver])
const alias = '1.3.6.1.2.1.31.1.1.1.18'

async function recorded(model: string, firmware: string, cli: Parameters<typeof replaySession>[2] = {}) {
  const text = await readFile(
    new URL(`../recordings/${model}/${firmware}/snmp.snmprec`, import.meta.url),
    'utf8',
  )
  return replaySession(parseSnmprec(text), index.models.get(model)!, cli)
}
const kindOf = (work: Promise<unknown>) =>
  work.then(
    () => 'success',
    (error: unknown) => (error instanceof DeviceError ? error.kind : String(error)),
  )

test('an empty description takes the description away', async () => {
  const session = await recorded('dlink_des_3028', '1.00.B32', {
    cli: [{ send: 'config ports 1 clear_description', reply: 'Success.', snmp: [`${alias}.1|4|`] }],
  })
  assert.equal(await session.call(ctrlPortDescr, { interface: 1, description: '' }), {
    accepted: true,
    evidence: 'Success.',
    verified: true,
  })
})

test('a change that the console does not confirm by its read-back, or refuses, is no success', async () => {
  const answered = async (reply: string) =>
    kindOf(
      (
        await recorded('dlink_des_3028', '1.00.B32', {
          cli: [{ send: 'config ports 1 description "roof"', reply }],
        })
      ).call(ctrlPortDescr, { interface: 1, description: 'roof' }),
    )
  assert.equal(
    await Promise.all(
      ['Success.', 'Fail!', 'Next possible completions:\n<desc 32>', 'You have no rights to do this.'].map(
        answered,
      ),
    ),
    ['NotApplied', 'CommandRejected', 'CommandRejected', 'CommandRejected'],
  )
})

test('fibre has no 100 Mbit/s: of a combo port copper alone is told so; one speed of both is told to both', async () => {
  const cli = [
    'medium_type copper speed 100_full',
    'medium_type copper speed 1000_full',
    'medium_type fiber speed 1000_full',
  ].map(words => ({ send: `config ports 25 ${words}`, reply: 'Success.' }))
  for (const [speed, typed] of [
    ['100-Full', 1],
    ['1000-Full', 2],
  ] as const) {
    const session = await recorded('dlink_des_3028', '1.00.B32', { cli })
    await kindOf(session.call(ctrlPortSpeed, { interface: 25, speed }))
    assert.is(session.typed.length, typed)
  }
})

test('what is no port, and a speed that these consoles do not have, are refused before anything is typed', async () => {
  const session = await recorded('dlink_des_3028', '1.00.B32')
  assert.is(await kindOf(session.call(ctrlPortState, { interface: 5121, state: 'disable' })), 'BadArgument')
  assert.is(await kindOf(session.call(ctrlPortSpeed, { interface: 1, speed: '10000-Full' })), 'BadArgument')
  assert.is(
    await kindOf(session.call(ctrlPortDescr, { interface: 1, description: 'x'.repeat(33) })),
    'BadArgument',
  )
  assert.equal(session.typed, [])
})

test('a port of a stack is named with its unit', async () => {
  const session = await recorded('dlink_dgs_3120_24sc_bx', '3.12.R510', {
    cli: [{ send: 'config ports 1:1 description "x"', reply: 'Success.', snmp: [`${alias}.1|4|x`] }],
  })
  assert.ok((await session.call(ctrlPortDescr, { interface: 1, description: 'x' })).verified)
})

test('a cable test of a port that has a link is made when it is asked for by name', async () => {
  const session = await recorded('dlink_des_3200_28_c1', '4.46.B008')
  const [row] = await session.call(cableDiag, { interface: 1 })
  assert.equal(
    row!.pairs.map(({ number, status }) => [number, status]),
    [
      [1, 'OK'],
      [2, 'OK'],
    ],
  )
  assert.equal(
    session.sent.map(({ oid, value }) => [oid, value]),
    [['1.3.6.1.4.1.171.12.58.1.1.1.12.1', 1]],
  )
})

test('power over Ethernet is of the models that give it', async () => {
  const [control, info] = ['1.3.6.1.4.1.171.12.24.3.1.1', '1.3.6.1.4.1.171.12.24.4.1.1']
  const ports = [1, 2, 25].flatMap(n => [
    `1.3.6.1.2.1.2.2.1.2.${n}|4|D-Link Port ${n}`,
    `1.3.6.1.2.1.2.2.1.3.${n}|2|6`,
    `1.3.6.1.2.1.31.1.1.1.1.${n}|4|1/${n}`,
  ])
  const rows = [
    `${control}.2.1|2|2`,
    `${control}.3.1|2|3`,
    `${info}.7.1|2|1`,
    `${info}.2.1|2|3`,
    `${info}.3.1|2|6400`,
    `${control}.2.2|2|3`,
    `${info}.7.2|2|2`,
    `${info}.2.2|2|0`,
    `${info}.3.2|2|0`,
  ]
  const session = replaySession(
    parseSnmprec([...ports, ...rows].join('\n')),
    index.models.get('dlink_dgs_3000_28xmp')!,
  )
  assert.equal(
    (await session.call(poeInfo, {})).map(({ interface: { id }, ...row }) => [id, row]),
    [
      [1, { admin_state: 'Enabled', status: 'Delivering', class: 3, priority: 'Low', power_mw: 6400 }],
      [2, { admin_state: 'Disabled', status: 'Off', class: null, priority: null, power_mw: 0 }],
    ],
  )
  assert.ok((await session.call(ctrlPoeState, { interface: 2, state: 'enable' })).verified)
  assert.is(await kindOf(session.call(ctrlPoeState, { interface: 25, state: 'enable' })), 'BadArgument')
  assert.equal(
    session.sent.map(({ oid, value }) => [oid, value]),
    [[`${control}.2.2`, 2]],
  )
  assert.not.ok(index.models.get('dlink_dgs_3000_28x')!.modules.has('poe_info'))
})
