import type { ExpectedPort, Module } from '@linecard/driver-kit'
import type { Caller, CommandWatch, DeviceHold, RunningOperation, Target } from '@linecard/plugin-kit'
import type { TranscriptEntry } from '../console/state.ts'
import type { Lane } from '../limits/lanes.ts'
import type { SupportedModel } from './models.ts'
import type { PollMemo } from './poll-memo.ts'

/** What a call cost. It is filled in while the call runs, so that a failed call has it too. */
export interface Cost {
  spentMs: number
  /** Datagrams sent. */
  requests: number
  /** The transcript of the console, with secrets masked. */
  transcript: readonly TranscriptEntry[]
  /** When its reading began; absent: it had no turn at the device. */
  began?: Began
}

/** When a reading began: by the clock of the answers, and by `performance.now()`. */
export interface Began {
  time: Date
  at: number
}

/** Who makes a change, and in the course of what. */
export interface Origin {
  operation: RunningOperation | null
  caller: Caller | null
  step: string | undefined
}

/** The poll of which a call is a part. */
export interface OfPoll {
  memo: PollMemo
  lane: Lane
  /** The device did not answer the last time: it is tried for one time-out only. */
  brief: boolean
}

/** One call that has to ask the device. */
export interface DeviceCall {
  /** With its address checked. */
  target: Target
  /** `connectionKey` of the target. */
  connectionKey: string
  model: SupportedModel
  module: Module
  args: Readonly<Record<string, unknown>>
  /** The port of `args.interface` as the caller saw it; null: not known. */
  expected: ExpectedPort | null
  cost: Cost
  /** Ask the device although it is known to be down. */
  insist: boolean
  /** Its answer is not kept: it is no answer of a module of the catalogue. */
  unstored?: true | undefined
  /** See `CallOptions.keep`. */
  keep?: false | undefined
  /** See `CallOptions.share`. Identical questions of several operations are asked for the first one. */
  share?: object | undefined
  /** It is a part of this poll: calls of users come before it. */
  poll?: OfPoll | undefined
  /** See `CallOptions.commands`. */
  commands?: CommandWatch | undefined
  /** See `CallOptions.hold`. */
  hold?: DeviceHold | undefined
  /** Who asks for it. */
  origin: Origin
}
