import { assert, suite } from '@linecard/test-kit'
import type { Installation } from '../../support/installation.ts'
import { startOlts, type OltWorld } from '../olts/world.ts'
import { carries } from './carried.ts'
import { addExtras, keptOf, lostOf, withExtras, type Site, type WithExtras } from './extras.ts'
import { connect, done, picked, registrar, storeTemplate, textOf } from './steps.ts'

type Suite = ReturnType<typeof suite>

/**
 * Whatever an answer says of an ONU to which a person has added lines on the console is compared with what
 * the simulated OLT itself has.
 */
export function keptBy(test: Suite, names: readonly string[]): ReadonlyMap<string, () => Promise<Site>> {
  let house!: Installation
  let worlds!: ReadonlyMap<string, OltWorld>
  const olts = withExtras.filter(({ name }) => names.includes(name))
  assert.is(olts.length, names.length)
  test.before(async () => {
    const plans = olts.flatMap(olt =>
      ['', '-to'].map(end => [worldName(olt) + end, { ...olt, onusOnEveryPort: 1 }] as const),
    )
    ;({ house, worlds } = await startOlts(Object.fromEntries(plans)))
  })
  test.after(() => house?.stop())
  const sites = new Map<string, () => Promise<Site>>()
  for (const olt of olts) {
    const site = siteOf(olt, end => worlds.get(worldName(olt) + end)!)
    sites.set(olt.name, site)
    failures(test, olt.name, site)
    carries(test, olt.name, site)
  }
  return sites
}

/** The OLT has it in its prompt. */
const worldName = ({ name }: WithExtras) => name.replace(/[^\w-]+/g, '-')

function siteOf(olt: WithExtras, worldOf: (end: '' | '-to') => OltWorld): () => Promise<Site> {
  const { points, extras } = olt
  let nth = 0
  let params: Record<string, string> | undefined
  return async () => {
    const [world, second] = [worldOf(''), worldOf('-to')]
    const fresh = () => {
      const ident = points.ident(++nth)
      connect(world, points.port, ident, points.type)
      return ident
    }
    if (!params) {
      await storeTemplate(world, points.template)
      params = await picked(world, fresh(), points.params)
    }
    const shop = registrar(world, params)
    const standing = async () => {
      const ident = fresh()
      done(await shop.register(ident))
      await addExtras(world, ident, extras)
      return ident
    }
    return { ...olt, world, second, shop, fresh, standing }
  }
}

/** What the end of a change claims is true: with nothing left, the OLT is as it was before. */
function truthful(site: Site, answer: { text: string }, left: readonly string[], before: string): void {
  const same = textOf(site.world) === before
  if (answer.text.includes('as it was before:') || left.length === 0)
    assert.is(textOf(site.world), before, answer.text)
  else assert.ok(!same || left.length > 0, answer.text)
}

/** Changes that fail. */
function failures(test: Suite, name: string, siteNow: () => Promise<Site>): void {
  test(`${name}: a move to a port where it is not connected fails: nothing is lost, or \`left\` tells it`, async () => {
    const site = await siteNow()
    const { world, shop, extras } = site
    const ident = await site.standing()
    const [before, kept] = [textOf(world), keptOf(world, ident)]
    const answer = await shop.post('move', { device: { id: world.id }, ident, to: { port: extras.other } })
    const [run] = await shop.of(ident)
    assert.not(answer.status === 200, answer.text)
    truthful(site, answer, run!.kind === 'move' ? run!.left : [], before)
    for (const mark of lostOf(world, ident, extras)) {
      const lost = kept.find(line => new RegExp(mark.slice(1, -1)).test(line))!
      const word = lost.split(' ').at(-1)!
      assert.ok(
        run!.left.some(one => one.includes(word)),
        `"${lost}" is gone: ${answer.text}`,
      )
    }
  })

  test(`${name}: a replacement whose session is cut: nothing is lost, or \`left\` tells it`, async () => {
    const site = await siteNow()
    const { world, shop } = site
    const [old, ident] = [await site.standing(), site.fresh()]
    const before = textOf(world)
    // The line that gives the place to the other ONU.
    const gives =
      /^(?:registration-method|ont modify|onu (?:\d+ type|add)|ont add|[eg]pon bind-onu|confirm onu) /
    const typed: string[] = []
    const command = Object.assign(/(?:)/, {
      test: (line: string) => gives.test(line.trim()) && typed.push(line.trim()) === 1,
    })
    const answer = await world.faulty({ drop: { command, after: 0, unrun: true } }, () =>
      shop.post('replace', { device: { id: world.id }, old, ident }),
    )
    const run = (await shop.of(ident)).find(({ kind }) => kind === 'replace')
    assert.ok(typed.length > 0, answer.text)
    assert.not(answer.status === 200, answer.text)
    truthful(site, answer, run?.left ?? [], before)
  })
}
