/** A channel to the other tabs of this site. A tab does not receive its own messages. */
interface TabChannel<Message> {
  emit(message: Message): void
  /** @returns A function that unsubscribes. */
  subscribe(listener: (message: Message) => void): () => void
  close(): void
}

export function openTabChannel<Message>(name: string): TabChannel<Message> {
  const channel = new BroadcastChannel(name)
  return {
    emit(message) {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel stays within its origin.
      channel.postMessage(message)
    },
    subscribe(listener) {
      const onMessage = ({ data }: MessageEvent<Message>) => listener(data)
      channel.addEventListener('message', onMessage)
      return () => channel.removeEventListener('message', onMessage)
    },
    close: () => channel.close(),
  }
}
