import { textCondition } from '../search/condition.ts'
import { interfaceKind, onuKind } from '../search/kinds.ts'

/** Condition on an interface that contains a text somewhere. */
export const textConditions = (text: string) => textCondition([interfaceKind, onuKind], text)
