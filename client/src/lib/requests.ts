/** What a page asks of the table's connection; the connection itself gives the request its id. */
import type { Done, FromClient, Hello, Hinted, Judged, Looked, Pong, Refused } from './protocol'

type WithoutId<R> = R extends { id: string } ? Omit<R, 'id'> : never

export type TableRequest = WithoutId<Exclude<FromClient, Hello>>
export type Answer = Done | Refused | Judged | Hinted | Looked | Pong
export type Ask = (request: TableRequest) => Promise<Answer>
