import { isOnline } from '@linecard/simulator'
import { assert, suite } from '@linecard/test-kit'
import type { Installation } from '../../support/installation.ts'
import { startOlts, type OltWorld } from '../olts/world.ts'
import { everyCut } from './every-cut.ts'
import { lanesOf, withLanes } from './lanes.ts'
import type { MakerOlt, RegistrationPoints } from './makers.ts'
import { morePoints } from './more-points.ts'
import { connect, done, inOlt, picked, registrar, storeTemplate, textOf } from './steps.ts'

type Suite = ReturnType<typeof suite>

/** OLTs of one kind on which registrations are cut at once. */
const lanes = 4
/** Numbers of ONUs whose registrations are cut; no others have them. */
const firstCut = 0xc0

/** Every point that a maker shows, on each of its OLTs. */
export function registrationPoints(test: Suite, olts: readonly MakerOlt[]): void {
  let house!: Installation
  let worlds!: ReadonlyMap<string, OltWorld>
  test.before(async () => {
    ;({ house, worlds } = await startOlts(withLanes(olts, lanes)))
  })
  test.after(() => house?.stop())
  for (const { name, points } of olts) pointsOf(test, name, () => lanesOf(worlds, name, lanes), points)
}

/** Every point, at the first OLT; cuts at all of them. */
function pointsOf(
  test: Suite,
  name: string,
  worldsOf: () => readonly OltWorld[],
  points: RegistrationPoints,
): void {
  const { template, port, type, ident: identOf } = points
  const worldOf = () => worldsOf()[0]!
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

  test(`${name}: the session is cut at each command in turn: the answer is what the OLT has`, () =>
    everyCut(
      worldsOf().map((world, lane) => {
        const ident = identOf(firstCut + lane)
        connect(world, port, ident, type)
        return { world, shop: registrar(world, params), ident }
      }),
    ))

  morePoints(test, name, worldOf, { shop, fresh, port, type, other: points.other ?? null })
}
