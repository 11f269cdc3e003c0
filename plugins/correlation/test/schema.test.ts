import { assert, suite } from '@linecard/test-kit'
import { OutageMembers, OutageView } from '../src/outages/schema.ts'

/** The example of an outage is what people read of it first. */
const test = suite('correlation: the example of an outage')

const exampleOf = <T>(schema: unknown) => (schema as { examples: T[] }).examples[0]!

test('the example of an outage contradicts itself, or lacks a field', () => {
  const example = exampleOf<Record<string, unknown>>(OutageView)
  assert.equal(Object.keys(example).toSorted(), Object.keys(OutageView.properties).toSorted())
  const { onus, customers, confidence, evidence, title, description, interface_ids: ports } = example
  assert.equal([onus, customers], [{ lost: 0, back: 31 }, 31], 'it has ended: all are back')
  assert.match(title as string, '31 ONUs')
  assert.match(description as string, '0 of 31 ONUs')
  assert.ok((confidence as number) > 0.9 && (confidence as number) < 1, 'a share')
  assert.equal(
    (evidence as { weight: number }[]).map(({ weight }) => weight),
    [0],
    'for people alone',
  )
  const withOnus = exampleOf<typeof example & { members: { interface_id: number }[] }>(OutageMembers)
  assert.equal(Object.keys(withOnus).toSorted(), Object.keys(OutageMembers.properties).toSorted())
  const { members, ...same } = withOnus
  assert.equal(same, example)
  assert.equal(
    members.map(({ interface_id: id }) => id > (ports as number[])[0]! && id < 100_000),
    [true],
    'an ONU of the port',
  )
})

test('a kind of outage is no kind for the API, or a time may be anything', () => {
  const kinds = 'fibre_cut power_loss pon_port card olt uplink undetermined'.split(' ')
  const {
    kind,
    first_kind: first,
    began_at: began,
    revised_at: revised,
    ended_at: ended,
  } = OutageView.properties
  assert.equal([kind.enum, first.enum], [kinds, kinds] as never)
  const { format } = began as { format?: string }
  assert.is(format, 'date-time')
  for (const nullable of [revised, ended]) assert.match(JSON.stringify(nullable), '"format":"date-time"')
})
