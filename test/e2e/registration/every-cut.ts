import { assert } from '@linecard/test-kit'
import type { OltWorld } from '../olts/world.ts'
import { cutAt, leadOf } from './cuts.ts'
import { done, inOlt, textOf, type Registrar, type Registration } from './steps.ts'

/** An OLT on which registrations of an ONU are cut, one after the other. */
export interface Lane {
  world: OltWorld
  shop: Registrar
  ident: string
}

/** What a registration of the ONU of a lane is, if nothing disturbs it. */
export interface Undisturbed {
  commands: readonly string[]
  /** Lines that the console gets before them. */
  lead: readonly string[]
  /** The configuration with the ONU and without it. */
  complete: string
  before: string
}

/** Registers the ONU once, and rolls it back. */
export async function undisturbed({ world, shop, ident }: Lane): Promise<Undisturbed> {
  const plan = await shop.plan(ident)
  const commands = plan.commands!.map(({ text }) => text)
  const before = textOf(world)
  let complete = ''
  const lead = await leadOf(world, commands, async () => {
    const { id } = done(await shop.register(ident))
    complete = textOf(world)
    await removed({ world, shop, ident }, id, before, 'not disturbed')
  })
  assert.is.not(complete, before)
  return { commands, lead, complete, before }
}

/** The roll-back of a registration succeeds, and the OLT is as it was before. */
export async function removed({ world, shop, ident }: Lane, id: number, before: string, where: string) {
  const { status, data, text } = await shop.post(`registrations/${id}/rollback`)
  assert.equal([status, data?.state, data?.left], [200, 'rolled_back', []], `${where}: ${text}`)
  assert.is(inOlt(world, ident), undefined, where)
  assert.is(textOf(world), before, where)
}

/**
 * Cuts the session at every command of a registration in turn, before the OLT does it and after. What the
 * answer says is what the OLT has, and after a roll-back the OLT is as it was before.
 */
export async function everyCut(lanes: readonly Lane[]): Promise<void> {
  let next = 0
  const work = async (lane: Lane) => {
    const { world, shop, ident } = lane
    const usual = await undisturbed(lane)
    const { commands, lead } = usual
    for (let job = next++; job < 2 * commands.length; job = next++) {
      const [index, unrun] = [job >> 1, job % 2 === 0]
      const where = `${unrun ? 'before' : 'after'} "${commands[index]}" (${index + 1} of ${commands.length})`
      const known = (await shop.of(ident)).length
      const answer = await cutAt(world, commands, index, unrun, () => shop.register(ident), lead)
      const runs = await shop.of(ident)
      assert.is(runs.length, known + 1, `${where}: ${answer.text}`)
      const run = runs.toSorted((a, b) => b.id - a.id)[0]!
      told(lane, usual, run, answer.status, where)
      if (run.state === 'done' || run.open) await removed(lane, run.id, usual.before, where)
    }
  }
  const ends = await Promise.allSettled(lanes.map(work))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

/** What the service says of a registration is what the OLT has. */
function told(
  { world, ident }: Lane,
  { before, complete }: Undisturbed,
  run: Registration,
  status: number,
  where: string,
): void {
  const onu = inOlt(world, ident)
  const says = `${where}: ${JSON.stringify(run)}`
  if (run.state === 'done') {
    assert.is(status, 200, says)
    assert.ok(run.error, `${says}: nobody knows what came of the last command`)
    assert.ok(onu && onu.id === run.number, says)
    assert.is(textOf(world), complete, says)
    return
  }
  assert.is(status, 502, says)
  // The OLT answers again at once.
  assert.is.not(run.state, 'unknown', says)
  if (run.state === 'left') {
    assert.ok(run.left.length > 0, says)
    assert.is.not(textOf(world), before, says)
    return
  }
  assert.ok(['failed', 'rolled_back'].includes(run.state), says)
  assert.is(onu, undefined, says)
  assert.is(textOf(world), before, says)
  assert.equal(run.left, [], says)
}
