import { PublicJson, ReadyJson } from './ready-json.ts'

/** By item id, the fields in which an item differs for one viewer. All other items are the same for every viewer. */
export type OwnFields<Item> = ReadonlyMap<string, Partial<Item>>

/** An item that several pages share, in the form for visitors. Its JSON is serialised once. */
export class SharedItem<Item extends { id: string }> {
  /** Incremented by every change of the fields. */
  version = 0
  #fields: Readonly<Item>
  #json: string | undefined

  constructor(fields: Readonly<Item>) {
    this.#fields = fields
  }

  get fields(): Readonly<Item> {
    return this.#fields
  }

  set fields(fields: Readonly<Item>) {
    this.#fields = fields
    this.#json = undefined
    this.version++
  }

  /** @param own Fields that replace or join those for visitors. */
  json(own?: Partial<Item>): string {
    return own ? JSON.stringify({ ...this.#fields, ...own }) : (this.#json ??= JSON.stringify(this.#fields))
  }
}

/** A page of a list that many viewers share. Viewers for whom no item differs get the same JSON. */
export class SharedPage<Item extends { id: string }> {
  readonly items: readonly SharedItem<Item>[]
  readonly ids: string[]
  readonly nextCursor: string | null
  readonly #name: string
  /** The page as JSON, the reply for visitors (after their first request), and the sum of the items' versions. */
  #ready: { json: string; forVisitors?: PublicJson; version: number } | undefined

  /** @param name Name of the items in the reply. */
  constructor(name: string, items: readonly SharedItem<Item>[], nextCursor: string | null) {
    this.#name = name
    this.items = items
    this.ids = items.map(({ fields }) => fields.id)
    this.nextCursor = nextCursor
  }

  /** Returns the page with only some of its items. */
  filter(isShown: (item: Readonly<Item>) => boolean): SharedPage<Item> {
    const items = this.items.filter(({ fields }) => isShown(fields))
    return items.length === this.items.length ? this : new SharedPage(this.#name, items, this.nextCursor)
  }

  /** @param more Fields of the reply besides the items. */
  forVisitors(more?: object): PublicJson {
    if (more) return new PublicJson(this.#write(undefined, more))
    const ready = this.#readyNow()
    return (ready.forVisitors ??= new PublicJson(ready.json))
  }

  /** @param more Fields of the reply besides the items. */
  forViewer(own: OwnFields<Item>, more?: object): ReadyJson {
    return new ReadyJson(own.size > 0 || more ? this.#write(own, more) : this.#readyNow().json)
  }

  /** Returns the size of the page's items as JSON, in characters. */
  get length(): number {
    return this.items.reduce((sum, item) => sum + item.json().length, 0)
  }

  #readyNow() {
    let version = 0
    for (const item of this.items) version += item.version
    if (this.#ready?.version !== version) this.#ready = { json: this.#write(), version }
    return this.#ready
  }

  /** Joins the items, which are serialised already. */
  #write(own?: OwnFields<Item>, more?: object): string {
    const items = this.items.map((item) => item.json(own?.get(item.fields.id)))
    const beside = JSON.stringify({ nextCursor: this.nextCursor, ...more })
    return `{${JSON.stringify(this.#name)}:[${items.join(',')}],${beside.slice(1)}`
  }
}
