import { assert, type suite } from '@linecard/test-kit'
import { inOlt, textOf, type Registration } from './steps.ts'
import { moveTo, replug } from './between.ts'
import { addExtras, keptOf, lostOf, type Site } from './extras.ts'

type Suite = ReturnType<typeof suite>

/** A person pulls the fibre of an ONU and plugs it into another port of the OLT. */
const plug = ({ world, points }: Site, ident: string, port: string) =>
  replug(world, world, ident, port, points.type)

const moved = async ({ world, shop }: Site, ident: string, port: string, more: object = {}) => {
  const answer = await shop.post('move', { device: { id: world.id }, ident, to: { port }, ...more })
  return { ...answer, run: (answer.data as unknown as { registered: Registration } | undefined)?.registered }
}

/** Changes that succeed, and what is refused before anything is sent. */
export function carries(test: Suite, name: string, siteNow: () => Promise<Site>): void {
  test(`${name}: a move carries what was added, there and back; its roll-back too`, async () => {
    const site = await siteNow()
    const { world, shop, extras, points } = site
    const ident = await site.standing()
    plug(site, ident, extras.other)
    const there = await moved(site, ident, extras.other)
    assert.equal([there.status, there.run?.left], [200, []], there.text)
    assert.equal([inOlt(world, ident)!.port.ifName, lostOf(world, ident, extras)], [extras.other, []])
    plug(site, ident, points.port)
    const back = await moved(site, ident, points.port)
    assert.equal([back.status, back.run?.left], [200, []], back.text)
    assert.equal([inOlt(world, ident)!.port.ifName, lostOf(world, ident, extras)], [points.port, []])
    plug(site, ident, extras.other)
    const undone = await shop.post(`registrations/${back.run!.id}/rollback`)
    assert.equal(
      [undone.status, undone.data?.state, undone.data?.left],
      [200, 'rolled_back', []],
      undone.text,
    )
    assert.equal([inOlt(world, ident)!.port.ifName, lostOf(world, ident, extras)], [extras.other, []])
  })

  test(`${name}: another ONU that takes the place of one has what was added to that one`, async () => {
    const site = await siteNow()
    const { world, shop, extras } = site
    const [old, ident] = [await site.standing(), site.fresh()]
    const { status, text } = await shop.post('replace', { device: { id: world.id }, old, ident })
    assert.is(status, 200, text)
    assert.equal([inOlt(world, old), lostOf(world, ident, extras)], [undefined, []])
  })

  test(`${name}: the roll-back of a registration is refused while it would lose what was added`, async () => {
    const site = await siteNow()
    const { world, shop, extras } = site
    const bare = textOf(world)
    const ident = site.fresh()
    const run = (await shop.register(ident)).data
    await addExtras(world, ident, extras)
    const before = textOf(world)
    const refused = await shop.post(`registrations/${run.id}/rollback`)
    assert.equal([refused.status, refused.error.code], [409, 'ONTS_REGISTRATION_WOULD_LOSE'], refused.text)
    for (const mark of extras.marks) {
      const word = keptOf(world, ident)
        .find(line => mark.test(line))!
        .split(' ')
        .at(-1)!
      assert.ok(refused.text.includes(word), `"${word}" is not in ${refused.text}`)
    }
    assert.is(textOf(world), before)
    const undone = await shop.post(`registrations/${run.id}/rollback`, { accept_loss: true })
    const left = undone.data?.left ?? (await shop.of(ident))[0]!.left
    if (left.length === 0) assert.is(textOf(world), bare, undone.text)
    else assert.is(undone.status, 502, undone.text)
  })

  test(`${name}: an ONU that goes to another OLT of the model takes with it what was added`, async () => {
    const site = await siteNow()
    const { world, second, extras, points } = site
    const ident = await site.standing()
    replug(world, second, ident, points.port, points.type)
    const { status, text } = await moveTo(world, second, ident, points.port)
    assert.is(status, 200, text)
    assert.equal([inOlt(world, ident), lostOf(second, ident, extras)], [undefined, []])
  })
}
