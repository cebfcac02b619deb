/** The other tabs of this site that opened a channel of the same name. Whoever tells something does not hear it. */
export interface OtherTabs<Message> {
  tell(message: Message): void
  /** @returns What ends it. */
  hear(listener: (message: Message) => void): () => void
  close(): void
}

export function openOtherTabs<Message>(name: string): OtherTabs<Message> {
  const channel = new BroadcastChannel(name)
  return {
    tell(message) {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel has none: it never leaves the site.
      channel.postMessage(message)
    },
    hear(listener) {
      const pass = ({ data }: MessageEvent<Message>) => listener(data)
      channel.addEventListener('message', pass)
      return () => channel.removeEventListener('message', pass)
    },
    close: () => channel.close(),
  }
}
