import { isOnline } from '@linecard/simulator'
import { assert, suite } from '@linecard/test-kit'
import type { OltWorld } from '../olts/world.ts'
import { cutAt } from './cuts.ts'
import {
  connect,
  done,
  flowing,
  inOlt,
  picked,
  registrar,
  storeTemplate,
  textOf,
  type Registration,
} from './steps.ts'
import type { TemplateBody } from './template.ts'

/** Two OLTs of one model. */
export interface TwoOlts {
  template: TemplateBody
  /** By the key of the parameter: a text, or the label or value of a choice. */
  params: Readonly<Record<string, string>>
  /** PON port as the simulator calls it, of both. */
  port: string
  type: string
  /** Ident of the nth ONU, as the unregistered list shows it. */
  ident(nth: number): string
}

export interface Moved {
  registered: Registration
  removed: Registration | null
}

/** A person pulls the fibre of an ONU out of one OLT and plugs it into another. */
export function replug(from: OltWorld, to: OltWorld, ident: string, port: string, type: string): void {
  from.event({ do: 'fibre-cut', onu: ident })
  connect(to, port, ident, type)
}

/** Asks for a move while the time of both networks goes on. */
export const moveTo = (from: OltWorld, to: OltWorld, ident: string, port: string, more: object = {}) =>
  flowing(from, () =>
    from.house.admin.ask<Moved>('POST', '/component/onts_registration/move', {
      body: { device: { id: from.id }, ident, to: { device: { id: to.id }, port }, ...more },
    }),
  )

/** Moves of ONUs between two OLTs of a model: both are compared by their running configurations. */
export function movesBetween(
  test: ReturnType<typeof suite>,
  name: string,
  worldsOf: () => readonly [OltWorld, OltWorld],
  { template, params, port, type, ident: identOf }: TwoOlts,
): void {
  let nth = 0
  let filled: Record<string, string> = {}
  /** An ONU that is registered on the first OLT, and what both had before. */
  const standing = async () => {
    const [from, to] = worldsOf()
    const ident = identOf(++nth)
    const bare = textOf(from)
    connect(from, port, ident, type)
    const { undo } = await registrar(from, filled).plan(ident)
    const run = done(await registrar(from, filled).register(ident))
    return {
      from,
      to,
      ident,
      run,
      bare,
      undo: undo!.map(({ text }) => text),
      texts: [textOf(from), textOf(to)] as const,
    }
  }
  const stands = (world: OltWorld, ident: string) => {
    const onu = inOlt(world, ident)
    return onu !== undefined && isOnline(onu, world.olt.now())
  }

  test(`${name}: the template is stored for both`, async () => {
    const [from] = worldsOf()
    await storeTemplate(from, template)
    const ident = identOf(++nth)
    connect(from, port, ident, type)
    filled = await picked(from, ident, params)
  })

  test(`${name}: an ONU goes to another OLT: nothing of it stays on the first one`, async () => {
    const { from, to, ident, run, bare } = await standing()
    replug(from, to, ident, port, type)
    const { status, data, text } = await moveTo(from, to, ident, port)
    assert.is(status, 200, text)
    assert.equal(
      [data.registered.state, data.registered.kind, data.removed?.state, data.removed?.kind],
      ['done', 'register', 'done', 'remove'],
    )
    assert.is(data.removed!.number, run.number)
    assert.is(textOf(from), bare, 'the first OLT is as before it had the ONU')
    assert.ok(stands(to, ident))
    assert.ok(data.registered.interface!.id !== null, 'it is stored')
  })

  test(`${name}: one that does not wait there stays where it is, and nothing is sent`, async () => {
    const { from, to, ident, texts } = await standing()
    const { status, error, text } = await moveTo(from, to, ident, port)
    assert.equal([status, error.code], [404, 'ONTS_REGISTRATION_NOT_WAITING'], text)
    assert.equal([textOf(from), textOf(to)], texts)
  })

  test(`${name}: the session to the new OLT is cut: it is only where it was`, async () => {
    const { from, to, ident, texts } = await standing()
    replug(from, to, ident, port, type)
    const { commands } = await registrar(to, filled).plan(ident)
    const lines = commands!.map(one => one.text)
    const at = lines.findIndex(one => one.includes(params['name']!))
    const cut = await cutAt(to, lines, at, true, () => moveTo(from, to, ident, port))
    assert.equal([cut.status, cut.error.code], [502, 'ONTS_REGISTRATION_ROLLED_BACK'], cut.text)
    assert.equal([textOf(from), textOf(to)], texts)
    const again = await moveTo(from, to, ident, port)
    assert.is(again.status, 200, again.text)
    assert.ok(stands(to, ident) && inOlt(from, ident) === undefined)
  })

  test(`${name}: the old OLT has no session for the removal: the answer says where it is, the same move ends it`, async () => {
    const { from, to, ident, bare } = await standing()
    replug(from, to, ident, port, type)
    const command = Object.assign(/(?:)/, { test: () => inOlt(to, ident) !== undefined })
    const cut = await from.faulty({ drop: { command, after: 0, unrun: true } }, () =>
      moveTo(from, to, ident, port),
    )
    assert.equal([cut.status, cut.error.code], [502, 'ONTS_REGISTRATION_HALF_MOVED'], cut.text)
    const there = (await registrar(to, filled).of(ident))[0]!
    assert.ok(cut.text.includes(`is registered on ${name}-to as ${there.interface!.name}`), cut.text)
    assert.ok(cut.text.includes(`removal from ${name}-from has failed`), cut.text)
    assert.ok(stands(to, ident) && inOlt(from, ident) !== undefined)
    const configured = textOf(to)
    const again = await moveTo(from, to, ident, port)
    assert.is(again.status, 200, again.text)
    assert.equal([again.data.registered.id, again.data.removed?.state], [there.id, 'done'])
    assert.equal([textOf(from), textOf(to)], [bare, configured])
    assert.is((await registrar(to, filled).of(ident)).length, 1, 'it was registered once')
    const open = (await registrar(from, filled).of(ident)).filter(one => one.open)
    assert.equal(open, [])
  })

  test(`${name}: the session is cut at each change of the removal: it is sent again, or the answer says so`, async () => {
    // Those that change something; the others only go to their place.
    for (let at = 0, of = 1; at < of; at++) {
      const { from, to, ident, bare, undo } = await standing()
      const lines = undo.filter(one => /^(?:no|undo|ont delete|write|save)\b/.test(one))
      of = lines.length
      assert.ok(of > 1, undo.join('; '))
      const line = lines[at]!
      replug(from, to, ident, port, type)
      let cuts = 0
      const command = Object.assign(/(?:)/, {
        test: (text: string) =>
          inOlt(to, ident) !== undefined && text.trim() === line && cuts === 0 && ++cuts === 1,
      })
      const cut = await from.faulty({ drop: { command, after: 0, unrun: true } }, () =>
        moveTo(from, to, ident, port),
      )
      assert.is(cuts, 1, `"${line}" was not typed`)
      const gone = inOlt(from, ident) === undefined
      assert.is(cut.status, gone ? 200 : 502, `"${line}": ${cut.text}`)
      if (!gone) assert.is((await moveTo(from, to, ident, port)).status, 200)
      assert.is(textOf(from), bare, line)
      assert.ok(stands(to, ident), line)
    }
  })
}
