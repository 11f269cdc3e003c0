import type { Readable } from 'node:stream'

/** A route that receives one file of any size as a stream: as a part of a form, or as the whole body. */
export interface UploadSpec {
  /** Name of the file's part in multipart/form-data. */
  field: string
  /** Media types that may also be the whole body, for example `text/csv`. */
  types?: readonly string[]
  /** Largest file in bytes. A function is called for each request. */
  maxBytes: number | (() => number)
  /** How long a client may send nothing, in ms; 30 s by default. */
  idleMs?: number
}

/** The file of an upload while it arrives. Nothing of it is stored before the handler does so. */
export interface UploadedFile {
  /**
   * The client's name of the file: to be shown, never used as a path. Empty if the whole body is the file.
   */
  name: string
  /** The type that the client declares. It may be wrong. */
  type: string
  /** Fails with an ApiError when the file is too large, breaks off or stalls. */
  stream: Readable
  /** Fields before the file, unchecked. Use them only to refuse early. */
  before: Readonly<Record<string, unknown>>
}

/** The upload of one request. Until `receive` is called nothing of the body is read; a second call throws. */
export interface Upload<F> {
  /**
   * Reads the request to its end. `take` gets the file and must read all of it or throw. Returns the result
   * of `take` and the fields of the form, checked against `body`. Fields may follow the file, so it may throw
   * after `take` has ended: the handler then removes what `take` has made.
   */
  receive<T>(take: (file: UploadedFile) => Promise<T>): Promise<{ fields: F; taken: T }>
}
