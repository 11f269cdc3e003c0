import { judge, revise, type JudgeOptions, type Picture, type Verdict } from '../judge/index.ts'
import type { OpenOutage } from './outage.ts'

/**
 * The last verdict of an outage that has ended: how its ONUs came back may tell what it was. Pure.
 *
 * @param picture of its OLT, in which its ONUs are members
 */
export function reviewed({ verdict, members }: OpenOutage, picture: Picture, options: JudgeOptions): Verdict {
  const onus = picture.onus.filter(onu => members.has(onu.id) || onu.lostAt === null)
  const shared = (one: Verdict) => one.members.filter(id => members.has(id)).length
  const found = judge({ ...picture, onus }, options).toSorted((a, b) => shared(b) - shared(a))[0]
  const facts = onus.filter(({ id }) => members.has(id))
  return found && shared(found) * 2 >= members.size ? revise(verdict, found, facts) : verdict
}
