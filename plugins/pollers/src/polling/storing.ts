import { atMost } from '@linecard/plugin-kit'

/**
 * Polls of one process that store at the same time. A worker has 6 connections, and what is stored but not
 * noted as done when it dies is polled again: notes must not wait behind hundreds of results.
 */
const mostAtOnce = 6

/** Has few polls store at once, in the order in which they asked. */
export type Storing = <T>(work: () => Promise<T>) => Promise<T>

export const createStoring = (): Storing => atMost(mostAtOnce)
