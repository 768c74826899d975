import { Circle, CircleCheck, CircleDot } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../ui/cx';
import { keyed } from '../../ui/keyed';

const ICONS: Record<string, typeof Circle> = { pending: Circle, in_progress: CircleDot, completed: CircleCheck };

export function TodoList({ todos }: { todos: readonly { content: string; status: string; activeForm: string }[] }) {
  const { t } = useTranslation('conversation');
  return (
    <ol className="border-line border-t px-3 py-1.5 text-sm">
      {keyed(todos).map(({ key, value: todo }) => {
        const Icon = ICONS[todo.status] ?? Circle;
        return (
          <li key={key} className="flex items-start gap-2 py-0.5">
            <Icon
              size={13}
              role="img"
              aria-label={t(`todo.${todo.status}`, { defaultValue: todo.status })}
              className={cx('mt-[3px] shrink-0', todo.status === 'completed' ? 'text-ok' : 'text-faint')}
            />
            <span
              className={cx(
                'min-w-0 break-anywhere',
                todo.status === 'completed' && 'text-muted line-through',
                todo.status === 'in_progress' && 'font-semibold',
              )}
            >
              {todo.status === 'in_progress' ? todo.activeForm : todo.content}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
