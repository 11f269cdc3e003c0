import { assert, suite } from '@linecard/test-kit'
import {
  deviceScope,
  groupScope,
  inGroups,
  lendsProfile,
  ownsProfile,
  sees,
  seesAll,
  usesProfile,
} from '../src/visibility.ts'

const test = suite('inventory: groups of a caller and of a profile')
const everybody = { groupIds: null }
const nobody = { groupIds: [] }
const north = { groupIds: [1] }
const both = { groupIds: [1, 2] }
const profile = (...groupIds: number[]) => ({ groupIds })
const callers = [everybody, nobody, north, both]

test('a caller sees the devices of their groups and of no other', () => {
  assert.equal(
    callers.map(caller => sees(caller, 1)),
    [true, false, true, true],
  )
  assert.equal(
    callers.map(caller => sees(caller, 2)),
    [true, false, false, true],
  )
  assert.equal(
    callers.map(caller => seesAll(caller, [1, 2])),
    [true, false, false, true],
  )
  assert.equal(
    callers.map(caller => seesAll(caller, [1])),
    [true, false, true, true],
  )
})

test('a query for a limited caller has a condition, also for one who sees nothing', () => {
  assert.equal(callers.map(deviceScope), [
    {},
    { group: { $in: [] } },
    { group: { $in: [1] } },
    { group: { $in: [1, 2] } },
  ])
  assert.equal(callers.map(groupScope), [
    {},
    { id: { $in: [] } },
    { id: { $in: [1] } },
    { id: { $in: [1, 2] } },
  ])
  assert.equal(
    callers.map(caller => inGroups(caller, 'd.group_id') === null),
    [true, false, false, false],
  )
})

test('a profile may be used with one of its groups, and changed only with all of them', () => {
  assert.equal(
    callers.map(caller => usesProfile(caller, profile(1, 2))),
    [true, false, true, true],
  )
  assert.equal(
    callers.map(caller => usesProfile(caller, profile(2))),
    [true, false, false, true],
  )
  assert.equal(
    callers.map(caller => ownsProfile(caller, profile(1, 2))),
    [true, false, false, true],
  )
  assert.equal(
    callers.map(caller => ownsProfile(caller, profile(1))),
    [true, false, true, true],
  )
})

test('a profile without groups belongs to those who see all groups', () => {
  assert.equal(
    callers.map(caller => usesProfile(caller, profile())),
    [true, false, false, false],
  )
  assert.equal(
    callers.map(caller => ownsProfile(caller, profile())),
    [true, false, false, false],
  )
})

test('a profile is given to devices of its own groups, and to others only by who may change it', () => {
  const lends = (groupId: number, ...of: number[]) =>
    callers.map(caller => lendsProfile(caller, profile(...of), groupId))
  assert.equal(lends(1, 1), [true, true, true, true])
  assert.equal(lends(2, 1), [true, false, true, true])
  assert.equal(lends(3, 1, 2), [true, false, false, true])
})
