import { isOnline } from '@linecard/simulator'
import { assert, suite } from '@linecard/test-kit'
import type { OltWorld } from '../olts/world.ts'
import { cutAt, leadOf } from './cuts.ts'
import { morePoints } from './more-points.ts'
import { connect, done, inOlt, picked, registrar, storeTemplate, textOf, type Registration } from './steps.ts'
import type { TemplateBody } from './template.ts'

type Suite = ReturnType<typeof suite>

/** What a maker needs to show its points. */
export interface RegistrationPoints {
  template: TemplateBody
  /** By the key of the parameter: a text, or the label or value of a choice. */
  params: Readonly<Record<string, string>>
  /** PON port as the simulator calls it. */
  port: string
  /** Type of the ONUs that are connected. */
  type: string
  /** Ident of the nth ONU, as the unregistered list shows it. */
  ident(nth: number): string
  /** Another PON port, for moves; absent: the family has no moves here. */
  other?: string
  /** Cuts of the session of a registration at most; all commands by default. */
  cuts?: number
}

/** Every point that a maker shows. */
export function registrationPoints(
  test: Suite,
  name: string,
  worldOf: () => OltWorld,
  points: RegistrationPoints,
): void {
  const { template, port, type, ident: identOf, cuts = Infinity } = points
  let nth = 0
  let params: Record<string, string> = {}
  const shop = () => registrar(worldOf(), params)
  const fresh = (at = port) => {
    const ident = identOf(++nth)
    connect(worldOf(), at, ident, type)
    return ident
  }

  test(`${name}: the template is stored, and its form has the choices of the OLT`, async () => {
    await storeTemplate(worldOf(), template)
    params = await picked(worldOf(), fresh(), points.params)
  })

  test(`${name}: an unregistered ONU is found, planned, registered as planned, online with light, and removed`, async () => {
    const world = worldOf()
    const ident = fresh()
    const before = textOf(world)
    assert.ok((await shop().waiting()).includes(ident))
    const plan = await shop().plan(ident)
    assert.ok(plan.possible, JSON.stringify(plan))
    assert.is(textOf(world), before, 'a plan changes nothing')
    const run = done(await shop().registerPlan(plan.id))
    assert.is.not(textOf(world), before, 'the configuration has it')
    const onu = inOlt(world, ident)!
    assert.is(onu.id, plan.number)
    assert.ok(isOnline(onu, world.olt.now()))
    assert.ok(run.interface!.id !== null, 'it is stored')
    const light = await world.call<{ rx: number | null }[]>('pon_onts_optical', {
      interface: run.interface!.name,
    })
    assert.ok(light[0]!.rx !== null && Math.abs(light[0]!.rx - onu.rx(world.olt.now())) < 0.5)
    assert.not((await shop().waiting()).includes(ident))
    const undone = await shop().post(`registrations/${run.id}/rollback`)
    assert.equal(
      [undone.status, undone.data?.state, undone.data?.left],
      [200, 'rolled_back', []],
      undone.text,
    )
    assert.is(textOf(world), before)
    assert.ok(undone.data.seen!.waiting, 'it waits again')
  })

  test(`${name}: a registered ONU is a conflict with its place, a taken number too`, async () => {
    const ident = fresh()
    const run = done(await shop().register(ident))
    const again = await shop().register(ident)
    assert.equal([again.status, again.error.code], [409, 'ONTS_REGISTRATION_CONFLICT'], again.text)
    assert.ok(again.text.includes(`is registered as ${run.interface!.name}`), again.text)
    const other = fresh()
    const taken = await shop().register(other, { number: run.number })
    assert.equal([taken.status, taken.error.code], [409, 'ONTS_REGISTRATION_CONFLICT'], taken.text)
    assert.ok(inOlt(worldOf(), other) === undefined)
  })

  test(`${name}: two people at once: one registers it, the other gets 409`, async () => {
    const world = worldOf()
    const ident = fresh()
    const answers = await Promise.all([shop().register(ident), shop().register(ident)])
    assert.equal(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 409],
      answers.map(({ text }) => text).join(),
    )
    assert.is(world.olt.onus.filter(onu => onu === inOlt(world, ident)).length, 1)
  })

  test(`${name}: the same Idempotency-Key registers once`, async () => {
    const ident = fresh()
    const key = { 'idempotency-key': `key ${ident}` }
    const first = done(await shop().register(ident, {}, key))
    const second = done(await shop().register(ident, {}, key))
    assert.is(second.id, first.id)
    assert.is((await shop().of(ident)).length, 1)
  })

  test(`${name}: a plan that the world has overtaken is 409, and nothing is sent`, async () => {
    const world = worldOf()
    const [ident, other] = [fresh(), fresh()]
    const plan = await shop().plan(ident)
    done(await shop().register(other))
    const before = textOf(world)
    const { status, error } = await shop().registerPlan(plan.id)
    assert.equal([status, error.code], [409, 'ONTS_REGISTRATION_PLAN_OUTDATED'])
    assert.is(textOf(world), before)
  })

  test(`${name}: fault 32: the session is cut at each command in turn: the answer is what the OLT has`, async () => {
    const world = worldOf()
    const ident = fresh()
    const { commands } = await shop().plan(ident)
    const texts = commands!.map(({ text }) => text)
    const lead = await leadOf(world, texts, async () => {
      const { id } = done(await shop().register(ident))
      assert.is((await shop().post(`registrations/${id}/rollback`)).status, 200)
    })
    let last = (await shop().of(ident))[0]!.id
    for (let index = 0; index < Math.min(texts.length, cuts); index++) {
      for (const unrun of [true, false]) {
        const where = `${unrun ? 'before' : 'after'} "${texts[index]}"`
        const before = textOf(world)
        const answer = await cutAt(world, texts, index, unrun, () => shop().register(ident), lead)
        const [run] = await shop().of(ident)
        assert.ok(run!.id > last, `${where}: nothing was begun: ${answer.text}`)
        last = run!.id
        await told(world, ident, before, run!, answer.status, where)
        if (run!.state === 'done') {
          const undone = await shop().post(`registrations/${run!.id}/rollback`)
          assert.is(undone.status, 200, `${where}: ${undone.text}`)
          assert.is(textOf(world), before, where)
        }
      }
    }
  })

  morePoints(test, name, worldOf, { shop, fresh, port, type, other: points.other ?? null })
}

/** What the service says of a registration is what the OLT has. */
async function told(
  world: OltWorld,
  ident: string,
  before: string,
  run: Registration,
  status: number,
  where: string,
): Promise<void> {
  const onu = inOlt(world, ident)
  const says = `${where}: ${JSON.stringify(run)}`
  if (run.state === 'done') {
    assert.is(status, 200, says)
    assert.ok(onu && onu.id === run.number, says)
    return
  }
  assert.is(status, 502, says)
  if (['failed', 'rolled_back'].includes(run.state)) {
    assert.is(onu, undefined, says)
    assert.is(textOf(world), before, says)
    assert.equal(run.left, [], says)
  } else assert.ok(run.open && (run.left.length > 0 || run.state === 'unknown'), says)
}
