import type { Readable } from 'node:stream'

/** A route that takes one file as it arrives, however large: as a part of a form, or as the whole body. */
export interface UploadSpec {
  /** Name of the file's part in multipart/form-data. */
  field: string
  /** Media types that are taken as the whole body too, e.g. `text/csv`. */
  types?: readonly string[]
  /** Greatest file; a function is asked at every request. */
  maxBytes: number | (() => number)
  /** How long a client may send nothing, in ms; 30 s unless said. */
  idleMs?: number
}

export interface UploadedFile {
  /** As the client calls it: for people, never for a path. Empty where the whole body is the file. */
  name: string
  /** As the client declares it; not to be believed. */
  type: string
  /** Fails with an ApiError when the file is too large, breaks off or stalls. */
  stream: Readable
  /** Fields that stood before the file, unchecked: for an early refusal only. */
  before: Readonly<Record<string, unknown>>
}

export interface Upload<F> {
  /**
   * Reads the request to its end. `take` gets the file and must read all of it or throw. Gives what `take`
   * gave and the fields of the form, which were checked against `body` wherever in the form they stood. It
   * may throw after `take` was done: the handler then removes what that made.
   */
  receive<T>(take: (file: UploadedFile) => Promise<T>): Promise<{ fields: F; taken: T }>
}
