// The pages that links of invitations and of password resets lead to. Source: auth.md §2, §3.
import { Api, Refusal } from './api.js';
import { element, section } from './elements.js';
import { linkOf } from './formats.js';
import { ACCEPT_INVITATION, INVITATION, PASSWORD_RESET, RESET_PASSWORD } from './operations.js';
import { type Words, wordsOf } from './words.js';

/** What a page asks for, once its link is known to be valid. */
interface Task {
  readonly email: string;
  readonly title: string;
  readonly hint: string;
  readonly action: string;
  readonly done: string;
  /** Whether the password may be that of an account which exists. */
  readonly autocomplete: 'new-password' | 'on';
  readonly send: (password: string) => Promise<unknown>;
}

class Page {
  private readonly main = element('main');
  private readonly notice = element('p', { id: 'notice', role: 'status', 'aria-live': 'polite' });
  private readonly api = new Api(null);

  constructor(private readonly words: Words) {}

  async show(): Promise<void> {
    document.documentElement.lang = navigator.language;
    document.body.replaceChildren(this.main, this.notice);
    this.notice.textContent = this.words.loading;
    try {
      const task = await this.task();
      document.title = task.title;
      this.main.replaceChildren(this.form(task));
      this.main.querySelector<HTMLInputElement>('#password')?.focus();
      this.notice.textContent = '';
    } catch (error) {
      this.fail(error);
    }
  }

  private async task(): Promise<Task> {
    const { words, api } = this;
    const { kind, token } = linkOf(location.pathname);
    if (kind === 'invitation') {
      const { invite } = await api.send<{ invite: { email: string; organizationName: string } }>(INVITATION, {
        token,
      });
      return {
        email: invite.email,
        title: words.join(invite.organizationName),
        hint: words.joinHint,
        action: words.accept,
        done: words.joined(invite.organizationName),
        autocomplete: 'on',
        send: (password) => api.send(ACCEPT_INVITATION, { input: { token, password } }),
      };
    }
    const { passwordReset } = await api.send<{ passwordReset: { email: string } }>(PASSWORD_RESET, { token });
    return {
      email: passwordReset.email,
      title: words.newPassword,
      hint: words.newPasswordHint,
      action: words.save,
      done: words.passwordSet,
      autocomplete: 'new-password',
      send: (newPassword) => api.send(RESET_PASSWORD, { input: { token, newPassword } }),
    };
  }

  private form(task: Task): HTMLElement {
    const { email, title, hint, action, autocomplete } = task;
    const input = element('input', {
      id: 'password',
      type: 'password',
      autocomplete,
      required: true,
      maxlength: '128',
      'aria-describedby': 'password-rule password-hint',
    });
    const refused = element('span', { id: 'password-hint', class: 'hint', role: 'alert' });
    const submit = element('button', { type: 'submit' }, action);
    const form = element(
      'form',
      { novalidate: true, class: 'account' },
      // Password managers keep the password for this address.
      element('input', { type: 'hidden', name: 'username', autocomplete: 'username', value: email }),
      element(
        'p',
        { class: 'field' },
        element('label', { for: 'password' }, `${this.words.password} (${email})`),
        input,
        element('span', { id: 'password-rule', class: 'quiet' }, hint),
        refused,
      ),
      submit,
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (submit.disabled) return;
      submit.disabled = true;
      void this.submit(task, input, refused).finally(() => {
        submit.disabled = false;
      });
    });
    return section('account', title, form);
  }

  private async submit(task: Task, input: HTMLInputElement, refused: HTMLElement): Promise<void> {
    try {
      await task.send(input.value);
      this.main.replaceChildren();
      this.notice.textContent = task.done;
    } catch (error) {
      const isRefused = error instanceof Refusal && error.status === 422;
      input.setAttribute('aria-invalid', String(isRefused));
      refused.textContent = isRefused ? this.words.check : '';
      if (isRefused) input.focus();
      else this.fail(error);
    }
  }

  private fail(error: unknown): void {
    const isUnknown = error instanceof Refusal && error.status === 404;
    if (isUnknown) this.main.replaceChildren();
    this.notice.textContent = isUnknown ? this.words.invalidLink : this.words.failed;
  }
}

void new Page(wordsOf(navigator.language)).show();
