import { PageSpinner } from '../../../ui/notice.tsx'

/** The poster and the title that the server has sent with the page of a clip. React removes them from the document. */
const sent = document.getElementById('stage')

/** The page of a clip while its data is loading. On a full page load it shows what the server has sent. */
export function SentStage({ id }: { id: string }) {
  if (sent?.dataset['id'] !== id) return <PageSpinner />
  return <div ref={(place) => place?.replaceChildren(sent)} />
}
