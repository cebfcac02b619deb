/** A channel to the other tabs of this site. A tab does not receive its own messages. */
interface OtherTabs<Message> {
  emit(message: Message): void
  /** @returns A function that unsubscribes. */
  subscribe(listener: (message: Message) => void): () => void
  close(): void
}

export function openOtherTabs<Message>(name: string): OtherTabs<Message> {
  const channel = new BroadcastChannel(name)
  return {
    emit(message) {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel stays within its origin.
      channel.postMessage(message)
    },
    subscribe(listener) {
      const pass = ({ data }: MessageEvent<Message>) => listener(data)
      channel.addEventListener('message', pass)
      return () => channel.removeEventListener('message', pass)
    },
    close: () => channel.close(),
  }
}
