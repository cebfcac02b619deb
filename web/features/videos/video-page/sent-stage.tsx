import { PageSpinner } from '../../../ui/notice.tsx'

/** The poster and the title of a clip that the server has sent with its page, before React removes them. */
const sent = document.getElementById('stage')

/** The page of a clip whose data is still loading. On a full page load it shows what the server has sent. */
export function SentStage({ id }: { id: string }) {
  if (sent?.dataset['id'] !== id) return <PageSpinner />
  return <div ref={(place) => place?.replaceChildren(sent)} />
}
