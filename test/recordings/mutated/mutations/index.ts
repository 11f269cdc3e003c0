import type { Mutation } from '../mutation.ts'
import { faults, noVendor } from './faults.ts'
import { odds } from './odd.ts'
import { renumberings } from './renumber.ts'
import { cutThird } from './third.ts'
import { values } from './values.ts'

export const mutations: readonly Mutation[] = [
  ...renumberings,
  ...values,
  ...faults,
  ...odds,
  cutThird,
  noVendor,
]
